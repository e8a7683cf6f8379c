// LaunchTraces
