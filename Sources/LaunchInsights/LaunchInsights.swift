// LaunchInsights
