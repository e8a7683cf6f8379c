/// Where news happens.
struct Place: Sendable {
  let name: String
  let about: String

  static let all = [
    Place(name: "harbour", about: "Two hundred boats winter here, and a ferry leaves every hour."),
    Place(
      name: "museum", about: "Its three floors hold what the town could not throw away."),
    Place(name: "library", about: "It lends books, seeds, and since last year a telescope."),
    Place(name: "observatory", about: "On clear nights the dome stays open until two."),
    Place(
      name: "botanical garden",
      about: "Its oldest tree was planted in the year in which the railway came."),
    Place(
      name: "town hall", about: "The clock on its tower has been four minutes slow since spring."),
    Place(name: "old mill", about: "Its wheel still turns, though the flour comes from elsewhere."),
    Place(name: "railway yard", about: "Six engines stand here, of which four can be driven."),
    Place(name: "school", about: "Four hundred pupils come by bicycle, and one by boat."),
    Place(name: "theatre", about: "The curtain is older than anybody on the stage."),
    Place(name: "market square", about: "On Saturdays it smells of coffee and of fish."),
    Place(name: "lighthouse", about: "Its lamp is seen from twenty miles, its stairs from one."),
  ]
}

/// What happens there.
struct Event: Sendable {
  let headline: String
  let summary: String
  let detail: String
  let quote: String

  static let all = [
    Event(
      headline: "opens after two years of repairs",
      summary: "The doors are open again, and the scaffolding is gone.",
      detail:
        "Work took longer than planned, because the walls were older than the drawings.",
      quote: "\"We found three staircases that nobody had used for a century,\" says the architect."
    ),
    Event(
      headline: "finds a forgotten map",
      summary: "Behind a cupboard lay a map that shows streets which were never built.",
      detail:
        "It is drawn on linen, about two metres wide, and names a canal where the bus station is.",
      quote:
        "\"Somebody had great plans, and then somebody else had the budget,\" says the archivist."),
    Event(
      headline: "plans a night of open doors",
      summary: "For one night in June every door stands open, also those to the cellars.",
      detail:
        "Guided walks begin on the hour, the last at midnight. Children should bring a torch.",
      quote: "\"Most people have walked past for years and never came in,\" says the director."),
    Event(
      headline: "asks for volunteers",
      summary: "Twelve people are wanted who have an afternoon a week to spare.",
      detail:
        "No experience is needed; there is a course in the first month, and cake in all of them.",
      quote:
        "\"The youngest of us is nineteen, the oldest eighty-three,\" says one of them."
    ),
    Event(
      headline: "counts more visitors than ever",
      summary: "Last year brought a third more visitors than the year before.",
      detail:
        "Most came from less than an hour away, and on rainy Sundays the line reached the corner.",
      quote:
        "\"We ran out of tickets twice, and of soup every week,\" says the woman at the counter."),
    Event(
      headline: "replaces its heating",
      summary: "The boiler of 1974 goes, and a heat pump comes.",
      detail:
        "The change costs less than five winters of oil. During the work some rooms will be cold.",
      quote: "\"I shall miss the noise, but not the smell,\" says the caretaker."),
    Event(
      headline: "hosts a chess tournament",
      summary: "Sixty-four players meet for three days, one for each square.",
      detail: "Visitors may watch in silence, and play in the next room as loudly as they like.",
      quote: "\"The favourite is eleven years old,\" says the arbiter, \"and knows it.\""),
    Event(
      headline: "puts its archive online",
      summary: "Forty thousand pages and nine thousand photographs can now be searched from home.",
      detail: "Scanning took four years. Whoever recognizes a face in a picture is asked to write.",
      quote:
        "\"A man found his grandmother as a girl on a tram,\" says the archivist."),
    Event(
      headline: "closes for a week",
      summary: "From Monday on everything is shut, because the floor is to be sanded.",
      detail: "Tickets that were bought for that week remain valid until the end of the year.",
      quote: "\"It is the first closed week since the flood,\" says the director."),
    Event(
      headline: "celebrates a hundred years",
      summary:
        "A century after its foundation there will be speeches, music and a very long table.",
      detail:
        "Whoever has the same birthday eats for nothing. So far nine people have come forward.",
      quote: "\"The founders wanted it to last for twenty years,\" says the chronicler."),
    Event(
      headline: "wins a prize for its roof",
      summary: "The jury praised how little of it one sees.",
      detail:
        "It gathers rain for the garden and power for the lamps, and swifts nest under its edge.",
      quote: "\"We only wanted it to stop leaking,\" says the mayor."),
    Event(
      headline: "lends its tools to neighbours",
      summary: "Ladders, drills and a cider press can be borrowed for a weekend.",
      detail: "A deposit is enough; who brings a tool back repaired gets the next one free.",
      quote: "\"The press is booked until November,\" says the man who keeps the list."),
  ]

  static let endings = [
    "A second part is to follow next year.",
    "The costs stay below the estimate, the council says.",
    "Who wants to know more finds a list of dates at the entrance.",
    "The next meeting of the council will discuss what comes after.",
    "Until then the side entrance remains open.",
    "Nobody could say what will become of the pigeons.",
    "Letters about it, for and against, are welcome.",
  ]
}
