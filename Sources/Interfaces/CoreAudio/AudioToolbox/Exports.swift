// The contents of `import AudioToolbox` on Apple's systems: the C functions, and Core Foundation below them.
@_exported public import CAudioToolbox
@_exported public import CoreFoundation
