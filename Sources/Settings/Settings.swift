// The module's first file follows with its first feature.
