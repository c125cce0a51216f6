// On Apple's systems `import CoreAudioTypes` brings formats, buffer lists and channel layouts; here they live in
// AudioToolbox.
@_exported public import AudioToolbox
