/// How a parameter is shown: the flags of kAudioUnitParameterFlag_DisplayMask.
CF_INLINE AudioUnitParameterOptions GetAudioUnitParameterDisplayType(AudioUnitParameterOptions flags) {
    return (AudioUnitParameterOptions)((UInt32)flags & (UInt32)kAudioUnitParameterFlag_DisplayMask);
}

/// The flags with another way of being shown.
CF_INLINE AudioUnitParameterOptions SetAudioUnitParameterDisplayType(
    AudioUnitParameterOptions flags, AudioUnitParameterOptions displayType) {
    return (AudioUnitParameterOptions)(((UInt32)flags & ~(UInt32)kAudioUnitParameterFlag_DisplayMask) | (UInt32)displayType);
}
