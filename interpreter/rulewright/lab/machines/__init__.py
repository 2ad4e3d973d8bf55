"""Runs on other machines: what a cluster is sent and what it sends back."""
