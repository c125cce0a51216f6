// What `import CoreFoundation` brings on Apple's systems besides C's names. Swift takes a module of this name for the
// overlay of the C module, and its declarations before those of C. So `CFURL` means one thing in a file that imports
// this, the audio toolbox, or both.

@_exported public import CoreFoundation
public import Foundation

/// The class that `URL` bridges to, so that `url as CFURL` compiles as on Apple's systems.
public typealias CFURL = NSURL
