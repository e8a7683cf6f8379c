// LaunchServer
