// A client imports LaunchPath alone and has the whole vocabulary.
@_exported public import LaunchEngine
@_exported public import LaunchModel
