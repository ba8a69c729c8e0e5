"""What is kept: tables, seats and events in SQLite or PostgreSQL."""
