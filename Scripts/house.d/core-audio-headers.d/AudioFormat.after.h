/// The manufacturers in an AudioClassDescription. Both name the codecs of this library, which are software.
CF_ENUM(UInt32) {
    kAppleSoftwareAudioCodecManufacturer = 0x6170706c /* 'appl' */,
    kAppleHardwareAudioCodecManufacturer = 0x61706877 /* 'aphw' */
};
