"""Whole trees: their facts kept from one run to the next, and gathered in several processes."""
