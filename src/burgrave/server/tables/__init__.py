"""Tables where games are played: who sits there, what happened, and who plays for whom."""
