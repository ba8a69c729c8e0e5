"""What the network sees: pages, the JSON API, live connections."""
