"""Titles, signs and watermarks in films."""
