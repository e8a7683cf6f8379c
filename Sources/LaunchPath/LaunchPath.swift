// LaunchPath
