"""The visibility of a state: what a seat may see and conclude, and states it cannot distinguish."""
