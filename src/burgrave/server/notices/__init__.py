"""Notices to people whose page is not open: what is due to whom, and how it reaches them."""
