// The contents of `import CoreMedia` on Apple's systems: the C functions and Core Audio's types below them.
@_exported public import AudioToolbox
@_exported public import CCoreMedia
