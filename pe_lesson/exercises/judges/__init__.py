"""Each file judges a single exercise, or holds what a learner's test is tried on there."""
