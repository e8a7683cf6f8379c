/// How much of the program existed when the launch began.
public enum LaunchKind: UInt8, Named {
  /// Nothing proves any of the others.
  case unknown = 0
  /// No process existed.
  case cold = 1
  /// A live process whose screens are rebuilt or refreshed.
  case warm = 2
  /// A live process with its screens intact.
  case resume = 3
}

/// What made the program come to the foreground.
public enum LaunchReason: UInt8, Named {
  /// Nobody said.
  case unknown = 0
  /// The person opened the program itself.
  case icon = 1
  /// A link names the target.
  case link = 2
  /// A notification names the target.
  case notification = 3
  /// The system started it for work that nobody looks at.
  case background = 4
  /// The system started it ahead of a launch that may come.
  case prewarm = 5

  /// Whether the process was made before anybody wanted to look at it.
  package var isAhead: Bool { self == .background || self == .prewarm }
}

/// How a launch ended, as far as is known.
public enum LaunchOutcome: UInt8, Named {
  /// Nothing proves any of the others.
  case unknown = 0
  /// The launch served its first input, or said that it could.
  case interactive = 1
  /// The process ended of its own accord before that.
  case ended = 2
  /// A fatal signal.
  case crashed = 3
  /// The process is gone and said nothing.
  case killed = 4
  /// It lives and makes no progress.
  case hung = 5
  /// The person left before it was interactive.
  case interrupted = 6
  /// It is still under way.
  case running = 7
}

/// One of the five parts of a launch; each ends at the mark of the same moment.
public enum LaunchPhase: UInt8, Named {
  /// The system creates the process and loads its code.
  case processCreation = 1
  /// The program's own set-up, up to the drawing of its first screen.
  case appInitialization = 2
  /// The drawing of the first screen.
  case firstFrame = 3
  /// Until real content is visible.
  case firstContent = 4
  /// Until input is served.
  case interactive = 5
}

/// The names of the marks that LaunchPath itself understands.
public enum LaunchMark {
  /// The first instruction of the program's own code that could be seen; ends process creation.
  @inlinable public static var started: String { "started" }
  /// A placeholder is on the screen.
  @inlinable public static var placeholder: String { "placeholder" }
  /// The first screen begins to be drawn; ends app initialization.
  @inlinable public static var draw: String { "draw" }
  /// The first screen of the program's own is visible.
  @inlinable public static var firstFrame: String { "firstFrame" }
  /// Real content is visible.
  @inlinable public static var firstContent: String { "firstContent" }
  /// The first input was served, or could be.
  @inlinable public static var interactive: String { "interactive" }

  /// What the observer was asked to wait for, seen from outside.
  package static let until = "until"
  /// The process ended, seen from outside.
  package static let exit = "exit"

  /// Those that a program sets, in the order in which a launch usually reaches them.
  package static var all: [String] {
    [started, placeholder, draw, firstFrame, firstContent, interactive]
  }
}

/// What a section of the screen shows.
public enum ScreenShows: UInt8, Named {
  /// Something drawn before the program itself knows anything.
  case placeholder = 1
  /// A picture that only says that the program is starting.
  case splash = 2
  /// The layout without its data.
  case skeleton = 3
  /// Content from an earlier time, with its age.
  case staleContent = 4
  /// Content as it is now.
  case freshContent = 5
  /// A failure, told to the person.
  case error = 6
}
