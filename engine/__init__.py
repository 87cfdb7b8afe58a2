"""The rules of the three games, on public knowledge alone; imports nothing but the standard library."""
