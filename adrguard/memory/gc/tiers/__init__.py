"""The four tiers, in the order in which they are applied."""
