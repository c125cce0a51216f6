import ArgumentParser

@main
struct AudioTool: ParsableCommand {}
