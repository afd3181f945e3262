"""The storm's parts: who is there, where they knock, what they say, and over which wire."""
