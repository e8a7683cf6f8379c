// LaunchHTTP
