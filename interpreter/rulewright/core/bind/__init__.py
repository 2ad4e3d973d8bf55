"""Names and types: from trees that an author wrote to trees in which every name is resolved and typed."""
