"""Personas: who lives the simulated lives, what they use an assistant for, and life skeletons."""
