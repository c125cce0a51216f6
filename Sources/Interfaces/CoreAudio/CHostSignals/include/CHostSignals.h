// Nothing is called: loading the library that holds this target is all.
