"""What `adrguard doctor` looks at, one file for each group of things."""
