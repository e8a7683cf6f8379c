// LaunchEngine
