"""The frozen data of all rooms: documents, trees, operations, layouts, games, events."""
