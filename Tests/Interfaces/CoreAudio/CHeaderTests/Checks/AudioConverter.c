// Written by Scripts/house core-audio-headers from the facts about AudioToolbox/AudioConverter.h.
#include <AudioToolbox/AudioConverter.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kAudioConverterPropertyMinimumInputBufferSize == 1835623027LL || (unsigned int)kAudioConverterPropertyMinimumInputBufferSize == 1835623027LL);
CHECK((long long)kAudioConverterPropertyMinimumOutputBufferSize == 1836016243LL || (unsigned int)kAudioConverterPropertyMinimumOutputBufferSize == 1836016243LL);
CHECK((long long)kAudioConverterPropertyMaximumInputPacketSize == 2020175987LL || (unsigned int)kAudioConverterPropertyMaximumInputPacketSize == 2020175987LL);
CHECK((long long)kAudioConverterPropertyMaximumOutputPacketSize == 2020569203LL || (unsigned int)kAudioConverterPropertyMaximumOutputPacketSize == 2020569203LL);
CHECK((long long)kAudioConverterPropertyCalculateInputBufferSize == 1667850867LL || (unsigned int)kAudioConverterPropertyCalculateInputBufferSize == 1667850867LL);
CHECK((long long)kAudioConverterPropertyCalculateOutputBufferSize == 1668244083LL || (unsigned int)kAudioConverterPropertyCalculateOutputBufferSize == 1668244083LL);
CHECK((long long)kAudioConverterPropertyInputCodecParameters == 1768121456LL || (unsigned int)kAudioConverterPropertyInputCodecParameters == 1768121456LL);
CHECK((long long)kAudioConverterPropertyOutputCodecParameters == 1868784752LL || (unsigned int)kAudioConverterPropertyOutputCodecParameters == 1868784752LL);
CHECK((long long)kAudioConverterSampleRateConverterComplexity == 1936876385LL || (unsigned int)kAudioConverterSampleRateConverterComplexity == 1936876385LL);
CHECK((long long)kAudioConverterSampleRateConverterQuality == 1936876401LL || (unsigned int)kAudioConverterSampleRateConverterQuality == 1936876401LL);
CHECK((long long)kAudioConverterSampleRateConverterInitialPhase == 1936876400LL || (unsigned int)kAudioConverterSampleRateConverterInitialPhase == 1936876400LL);
CHECK((long long)kAudioConverterCodecQuality == 1667527029LL || (unsigned int)kAudioConverterCodecQuality == 1667527029LL);
CHECK((long long)kAudioConverterPrimeMethod == 1886547309LL || (unsigned int)kAudioConverterPrimeMethod == 1886547309LL);
CHECK((long long)kAudioConverterPrimeInfo == 1886546285LL || (unsigned int)kAudioConverterPrimeInfo == 1886546285LL);
CHECK((long long)kAudioConverterChannelMap == 1667788144LL || (unsigned int)kAudioConverterChannelMap == 1667788144LL);
CHECK((long long)kAudioConverterDecompressionMagicCookie == 1684891491LL || (unsigned int)kAudioConverterDecompressionMagicCookie == 1684891491LL);
CHECK((long long)kAudioConverterCompressionMagicCookie == 1668114275LL || (unsigned int)kAudioConverterCompressionMagicCookie == 1668114275LL);
CHECK((long long)kAudioConverterEncodeBitRate == 1651663220LL || (unsigned int)kAudioConverterEncodeBitRate == 1651663220LL);
CHECK((long long)kAudioConverterEncodeAdjustableSampleRate == 1634366322LL || (unsigned int)kAudioConverterEncodeAdjustableSampleRate == 1634366322LL);
CHECK((long long)kAudioConverterInputChannelLayout == 1768123424LL || (unsigned int)kAudioConverterInputChannelLayout == 1768123424LL);
CHECK((long long)kAudioConverterOutputChannelLayout == 1868786720LL || (unsigned int)kAudioConverterOutputChannelLayout == 1868786720LL);
CHECK((long long)kAudioConverterApplicableEncodeBitRates == 1634034290LL || (unsigned int)kAudioConverterApplicableEncodeBitRates == 1634034290LL);
CHECK((long long)kAudioConverterAvailableEncodeBitRates == 1986355826LL || (unsigned int)kAudioConverterAvailableEncodeBitRates == 1986355826LL);
CHECK((long long)kAudioConverterApplicableEncodeSampleRates == 1634038642LL || (unsigned int)kAudioConverterApplicableEncodeSampleRates == 1634038642LL);
CHECK((long long)kAudioConverterAvailableEncodeSampleRates == 1986360178LL || (unsigned int)kAudioConverterAvailableEncodeSampleRates == 1986360178LL);
CHECK((long long)kAudioConverterAvailableEncodeChannelLayoutTags == 1634034540LL || (unsigned int)kAudioConverterAvailableEncodeChannelLayoutTags == 1634034540LL);
CHECK((long long)kAudioConverterCurrentOutputStreamDescription == 1633906532LL || (unsigned int)kAudioConverterCurrentOutputStreamDescription == 1633906532LL);
CHECK((long long)kAudioConverterCurrentInputStreamDescription == 1633904996LL || (unsigned int)kAudioConverterCurrentInputStreamDescription == 1633904996LL);
CHECK((long long)kAudioConverterPropertySettings == 1633906803LL || (unsigned int)kAudioConverterPropertySettings == 1633906803LL);
CHECK((long long)kAudioConverterPropertyBitDepthHint == 1633903204LL || (unsigned int)kAudioConverterPropertyBitDepthHint == 1633903204LL);
CHECK((long long)kAudioConverterPropertyFormatList == 1718383476LL || (unsigned int)kAudioConverterPropertyFormatList == 1718383476LL);
CHECK((long long)kAudioConverterPropertyPerformDownmix == 1684892024LL || (unsigned int)kAudioConverterPropertyPerformDownmix == 1684892024LL);
CHECK((long long)kAudioConverterPropertyChannelMixMap == 1835884912LL || (unsigned int)kAudioConverterPropertyChannelMixMap == 1835884912LL);
CHECK((long long)kAudioConverterPropertyDithering == 1684632680LL || (unsigned int)kAudioConverterPropertyDithering == 1684632680LL);
CHECK((long long)kAudioConverterPropertyDitherBitDepth == 1684171124LL || (unsigned int)kAudioConverterPropertyDitherBitDepth == 1684171124LL);
CHECK((long long)kDitherAlgorithm_TPDF == 1LL || (unsigned int)kDitherAlgorithm_TPDF == 1LL);
CHECK((long long)kDitherAlgorithm_NoiseShaping == 2LL || (unsigned int)kDitherAlgorithm_NoiseShaping == 2LL);
CHECK((long long)kAudioConverterQuality_Max == 127LL || (unsigned int)kAudioConverterQuality_Max == 127LL);
CHECK((long long)kAudioConverterQuality_High == 96LL || (unsigned int)kAudioConverterQuality_High == 96LL);
CHECK((long long)kAudioConverterQuality_Medium == 64LL || (unsigned int)kAudioConverterQuality_Medium == 64LL);
CHECK((long long)kAudioConverterQuality_Low == 32LL || (unsigned int)kAudioConverterQuality_Low == 32LL);
CHECK((long long)kAudioConverterQuality_Min == 0LL || (unsigned int)kAudioConverterQuality_Min == 0LL);
CHECK((long long)kAudioConverterSampleRateConverterComplexity_Linear == 1818848869LL || (unsigned int)kAudioConverterSampleRateConverterComplexity_Linear == 1818848869LL);
CHECK((long long)kAudioConverterSampleRateConverterComplexity_Normal == 1852797549LL || (unsigned int)kAudioConverterSampleRateConverterComplexity_Normal == 1852797549LL);
CHECK((long long)kAudioConverterSampleRateConverterComplexity_Mastering == 1650553971LL || (unsigned int)kAudioConverterSampleRateConverterComplexity_Mastering == 1650553971LL);
CHECK((long long)kAudioConverterSampleRateConverterComplexity_MinimumPhase == 1835626096LL || (unsigned int)kAudioConverterSampleRateConverterComplexity_MinimumPhase == 1835626096LL);
CHECK((long long)kConverterPrimeMethod_Pre == 0LL || (unsigned int)kConverterPrimeMethod_Pre == 0LL);
CHECK((long long)kConverterPrimeMethod_Normal == 1LL || (unsigned int)kConverterPrimeMethod_Normal == 1LL);
CHECK((long long)kConverterPrimeMethod_None == 2LL || (unsigned int)kConverterPrimeMethod_None == 2LL);
CHECK((long long)kAudioConverterErr_FormatNotSupported == 1718449215LL || (unsigned int)kAudioConverterErr_FormatNotSupported == 1718449215LL);
CHECK((long long)kAudioConverterErr_OperationNotSupported == 1869627199LL || (unsigned int)kAudioConverterErr_OperationNotSupported == 1869627199LL);
CHECK((long long)kAudioConverterErr_PropertyNotSupported == 1886547824LL || (unsigned int)kAudioConverterErr_PropertyNotSupported == 1886547824LL);
CHECK((long long)kAudioConverterErr_InvalidInputSize == 1768846202LL || (unsigned int)kAudioConverterErr_InvalidInputSize == 1768846202LL);
CHECK((long long)kAudioConverterErr_InvalidOutputSize == 1869902714LL || (unsigned int)kAudioConverterErr_InvalidOutputSize == 1869902714LL);
CHECK((long long)kAudioConverterErr_UnspecifiedError == 2003329396LL || (unsigned int)kAudioConverterErr_UnspecifiedError == 2003329396LL);
CHECK((long long)kAudioConverterErr_BadPropertySizeError == 561211770LL || (unsigned int)kAudioConverterErr_BadPropertySizeError == 561211770LL);
CHECK((long long)kAudioConverterErr_RequiresPacketDescriptionsError == 561015652LL || (unsigned int)kAudioConverterErr_RequiresPacketDescriptionsError == 561015652LL);
CHECK((long long)kAudioConverterErr_InputSampleRateOutOfRange == 560558962LL || (unsigned int)kAudioConverterErr_InputSampleRateOutOfRange == 560558962LL);
CHECK((long long)kAudioConverterErr_OutputSampleRateOutOfRange == 560952178LL || (unsigned int)kAudioConverterErr_OutputSampleRateOutOfRange == 560952178LL);
CHECK((long long)kAudioConverterPropertyMaximumInputBufferSize == 2020172403LL || (unsigned int)kAudioConverterPropertyMaximumInputBufferSize == 2020172403LL);
CHECK((long long)kAudioConverterSampleRateConverterAlgorithm == 1936876393LL || (unsigned int)kAudioConverterSampleRateConverterAlgorithm == 1936876393LL);
CHECK((long long)kAudioConverterOption_Unbuffered == 65536LL || (unsigned int)kAudioConverterOption_Unbuffered == 65536LL);
CHECK(sizeof(AudioConverterPrimeInfo) == 8);
CHECK(offsetof(AudioConverterPrimeInfo, leadingFrames) == 0);
CHECK(offsetof(AudioConverterPrimeInfo, trailingFrames) == 4);
