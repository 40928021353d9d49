"""The rules of all nine presets, as values (RULES.md)."""
