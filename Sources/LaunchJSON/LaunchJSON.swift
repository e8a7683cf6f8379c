// LaunchJSON
