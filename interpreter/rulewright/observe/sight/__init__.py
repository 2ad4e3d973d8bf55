"""The visibility of a state: what one seat may see, what it can conclude, and states that it cannot tell apart."""
