// LaunchModel
