// LaunchDashboard
