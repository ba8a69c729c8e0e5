"""The games that come with Burgrave, one package each."""
