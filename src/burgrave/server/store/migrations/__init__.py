"""The database's schema, step by step; the server takes the steps that are missing when it starts."""
