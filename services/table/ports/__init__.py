"""What a table needs from outside, each as a small protocol with its real adapter."""
