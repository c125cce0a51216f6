struct FSRef;
