"""Steps of the schema. Once published a step is never changed; it doesn't look at today's schema."""
