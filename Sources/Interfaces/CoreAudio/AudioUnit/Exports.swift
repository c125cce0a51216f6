// On Apple's systems `import AudioUnit` brings audio units, with their properties and parameters; here they live in
// AudioToolbox.
@_exported public import AudioToolbox
