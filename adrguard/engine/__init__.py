"""The evaluation: plan, run, compare with the old state, account for everything."""
