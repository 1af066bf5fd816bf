"""What of a session must not be lost: its decisions, the files edited, the errors met, the tasks left open.

Each is read from what tools were called with and gave back, and from a few marks in what was said, listed in the file
that knows them. Nothing is guessed from other words.
"""
