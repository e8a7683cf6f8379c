// LaunchStore
