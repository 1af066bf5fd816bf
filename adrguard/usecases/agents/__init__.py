"""What is answered to coding agents at each of their events."""
