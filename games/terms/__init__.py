"""What the people of a table agree on before they play."""
