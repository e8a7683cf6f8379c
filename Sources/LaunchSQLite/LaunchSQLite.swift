// LaunchSQLite
