// Written by Scripts/house core-audio-headers from the facts about AudioToolbox/AudioFormat.h.
#include <AudioToolbox/AudioFormat.h>
#include <stddef.h>
#if defined(__cplusplus)
#define CHECK(c) static_assert(c, #c)
#else
#define CHECK(c) _Static_assert(c, #c)
#endif

CHECK((long long)kPanningMode_SoundField == 3LL || (unsigned int)kPanningMode_SoundField == 3LL);
CHECK((long long)kPanningMode_VectorBasedPanning == 4LL || (unsigned int)kPanningMode_VectorBasedPanning == 4LL);
CHECK((long long)kAudioBalanceFadeType_MaxUnityGain == 0LL || (unsigned int)kAudioBalanceFadeType_MaxUnityGain == 0LL);
CHECK((long long)kAudioBalanceFadeType_EqualPower == 1LL || (unsigned int)kAudioBalanceFadeType_EqualPower == 1LL);
CHECK((long long)kAudioFormatProperty_FormatInfo == 1718449257LL || (unsigned int)kAudioFormatProperty_FormatInfo == 1718449257LL);
CHECK((long long)kAudioFormatProperty_FormatName == 1718509933LL || (unsigned int)kAudioFormatProperty_FormatName == 1718509933LL);
CHECK((long long)kAudioFormatProperty_EncodeFormatIDs == 1633906534LL || (unsigned int)kAudioFormatProperty_EncodeFormatIDs == 1633906534LL);
CHECK((long long)kAudioFormatProperty_DecodeFormatIDs == 1633904998LL || (unsigned int)kAudioFormatProperty_DecodeFormatIDs == 1633904998LL);
CHECK((long long)kAudioFormatProperty_FormatList == 1718383476LL || (unsigned int)kAudioFormatProperty_FormatList == 1718383476LL);
CHECK((long long)kAudioFormatProperty_ASBDFromESDS == 1702064996LL || (unsigned int)kAudioFormatProperty_ASBDFromESDS == 1702064996LL);
CHECK((long long)kAudioFormatProperty_ChannelLayoutFromESDS == 1702060908LL || (unsigned int)kAudioFormatProperty_ChannelLayoutFromESDS == 1702060908LL);
CHECK((long long)kAudioFormatProperty_OutputFormatList == 1868983411LL || (unsigned int)kAudioFormatProperty_OutputFormatList == 1868983411LL);
CHECK((long long)kAudioFormatProperty_FirstPlayableFormatFromList == 1718642284LL || (unsigned int)kAudioFormatProperty_FirstPlayableFormatFromList == 1718642284LL);
CHECK((long long)kAudioFormatProperty_FormatIsVBR == 1719034482LL || (unsigned int)kAudioFormatProperty_FormatIsVBR == 1719034482LL);
CHECK((long long)kAudioFormatProperty_FormatIsExternallyFramed == 1717925990LL || (unsigned int)kAudioFormatProperty_FormatIsExternallyFramed == 1717925990LL);
CHECK((long long)kAudioFormatProperty_FormatEmploysDependentPackets == 1717855600LL || (unsigned int)kAudioFormatProperty_FormatEmploysDependentPackets == 1717855600LL);
CHECK((long long)kAudioFormatProperty_FormatIsEncrypted == 1668446576LL || (unsigned int)kAudioFormatProperty_FormatIsEncrypted == 1668446576LL);
CHECK((long long)kAudioFormatProperty_Encoders == 1635149166LL || (unsigned int)kAudioFormatProperty_Encoders == 1635149166LL);
CHECK((long long)kAudioFormatProperty_Decoders == 1635148901LL || (unsigned int)kAudioFormatProperty_Decoders == 1635148901LL);
CHECK((long long)kAudioFormatProperty_AvailableEncodeBitRates == 1634034290LL || (unsigned int)kAudioFormatProperty_AvailableEncodeBitRates == 1634034290LL);
CHECK((long long)kAudioFormatProperty_AvailableEncodeSampleRates == 1634038642LL || (unsigned int)kAudioFormatProperty_AvailableEncodeSampleRates == 1634038642LL);
CHECK((long long)kAudioFormatProperty_AvailableEncodeChannelLayoutTags == 1634034540LL || (unsigned int)kAudioFormatProperty_AvailableEncodeChannelLayoutTags == 1634034540LL);
CHECK((long long)kAudioFormatProperty_AvailableEncodeNumberChannels == 1635151459LL || (unsigned int)kAudioFormatProperty_AvailableEncodeNumberChannels == 1635151459LL);
CHECK((long long)kAudioFormatProperty_AvailableDecodeNumberChannels == 1633971811LL || (unsigned int)kAudioFormatProperty_AvailableDecodeNumberChannels == 1633971811LL);
CHECK((long long)kAudioFormatProperty_ASBDFromMPEGPacket == 1633971568LL || (unsigned int)kAudioFormatProperty_ASBDFromMPEGPacket == 1633971568LL);
CHECK((long long)kAudioFormatProperty_BitmapForLayoutTag == 1651340391LL || (unsigned int)kAudioFormatProperty_BitmapForLayoutTag == 1651340391LL);
CHECK((long long)kAudioFormatProperty_MatrixMixMap == 1835884912LL || (unsigned int)kAudioFormatProperty_MatrixMixMap == 1835884912LL);
CHECK((long long)kAudioFormatProperty_ChannelMap == 1667788144LL || (unsigned int)kAudioFormatProperty_ChannelMap == 1667788144LL);
CHECK((long long)kAudioFormatProperty_NumberOfChannelsForLayout == 1852008557LL || (unsigned int)kAudioFormatProperty_NumberOfChannelsForLayout == 1852008557LL);
CHECK((long long)kAudioFormatProperty_AreChannelLayoutsEquivalent == 1667786097LL || (unsigned int)kAudioFormatProperty_AreChannelLayoutsEquivalent == 1667786097LL);
CHECK((long long)kAudioFormatProperty_ChannelLayoutHash == 1667786849LL || (unsigned int)kAudioFormatProperty_ChannelLayoutHash == 1667786849LL);
CHECK((long long)kAudioFormatProperty_ValidateChannelLayout == 1986093932LL || (unsigned int)kAudioFormatProperty_ValidateChannelLayout == 1986093932LL);
CHECK((long long)kAudioFormatProperty_ChannelLayoutForTag == 1668116588LL || (unsigned int)kAudioFormatProperty_ChannelLayoutForTag == 1668116588LL);
CHECK((long long)kAudioFormatProperty_TagForChannelLayout == 1668116596LL || (unsigned int)kAudioFormatProperty_TagForChannelLayout == 1668116596LL);
CHECK((long long)kAudioFormatProperty_ChannelLayoutName == 1819242093LL || (unsigned int)kAudioFormatProperty_ChannelLayoutName == 1819242093LL);
CHECK((long long)kAudioFormatProperty_ChannelLayoutSimpleName == 1819504237LL || (unsigned int)kAudioFormatProperty_ChannelLayoutSimpleName == 1819504237LL);
CHECK((long long)kAudioFormatProperty_ChannelLayoutForBitmap == 1668116578LL || (unsigned int)kAudioFormatProperty_ChannelLayoutForBitmap == 1668116578LL);
CHECK((long long)kAudioFormatProperty_ChannelName == 1668178285LL || (unsigned int)kAudioFormatProperty_ChannelName == 1668178285LL);
CHECK((long long)kAudioFormatProperty_ChannelShortName == 1668509293LL || (unsigned int)kAudioFormatProperty_ChannelShortName == 1668509293LL);
CHECK((long long)kAudioFormatProperty_TagsForNumberOfChannels == 1952540515LL || (unsigned int)kAudioFormatProperty_TagsForNumberOfChannels == 1952540515LL);
CHECK((long long)kAudioFormatProperty_PanningMatrix == 1885433453LL || (unsigned int)kAudioFormatProperty_PanningMatrix == 1885433453LL);
CHECK((long long)kAudioFormatProperty_BalanceFade == 1650551910LL || (unsigned int)kAudioFormatProperty_BalanceFade == 1650551910LL);
CHECK((long long)kAudioFormatProperty_ID3TagSize == 1768174451LL || (unsigned int)kAudioFormatProperty_ID3TagSize == 1768174451LL);
CHECK((long long)kAudioFormatProperty_ID3TagToDictionary == 1768174436LL || (unsigned int)kAudioFormatProperty_ID3TagToDictionary == 1768174436LL);
CHECK((long long)kAudioFormatUnspecifiedError == 2003329396LL || (unsigned int)kAudioFormatUnspecifiedError == 2003329396LL);
CHECK((long long)kAudioFormatUnsupportedPropertyError == 1886547824LL || (unsigned int)kAudioFormatUnsupportedPropertyError == 1886547824LL);
CHECK((long long)kAudioFormatBadPropertySizeError == 561211770LL || (unsigned int)kAudioFormatBadPropertySizeError == 561211770LL);
CHECK((long long)kAudioFormatBadSpecifierSizeError == 561213539LL || (unsigned int)kAudioFormatBadSpecifierSizeError == 561213539LL);
CHECK((long long)kAudioFormatUnsupportedDataFormatError == 1718449215LL || (unsigned int)kAudioFormatUnsupportedDataFormatError == 1718449215LL);
CHECK((long long)kAudioFormatUnknownFormatError == 560360820LL || (unsigned int)kAudioFormatUnknownFormatError == 560360820LL);
CHECK(sizeof(AudioPanningInfo) == 32);
CHECK(offsetof(AudioPanningInfo, mPanningMode) == 0);
CHECK(offsetof(AudioPanningInfo, mCoordinateFlags) == 4);
CHECK(offsetof(AudioPanningInfo, mCoordinates) == 8);
CHECK(offsetof(AudioPanningInfo, mGainScale) == 20);
CHECK(offsetof(AudioPanningInfo, mOutputChannelMap) == 24);
CHECK(sizeof(AudioBalanceFade) == 24);
CHECK(offsetof(AudioBalanceFade, mLeftRightBalance) == 0);
CHECK(offsetof(AudioBalanceFade, mBackFrontFade) == 4);
CHECK(offsetof(AudioBalanceFade, mType) == 8);
CHECK(offsetof(AudioBalanceFade, mChannelLayout) == 16);
CHECK(sizeof(AudioFormatInfo) == 56);
CHECK(offsetof(AudioFormatInfo, mASBD) == 0);
CHECK(offsetof(AudioFormatInfo, mMagicCookie) == 40);
CHECK(offsetof(AudioFormatInfo, mMagicCookieSize) == 48);
CHECK(sizeof(ExtendedAudioFormatInfo) == 64);
CHECK(offsetof(ExtendedAudioFormatInfo, mASBD) == 0);
CHECK(offsetof(ExtendedAudioFormatInfo, mMagicCookie) == 40);
CHECK(offsetof(ExtendedAudioFormatInfo, mMagicCookieSize) == 48);
CHECK(offsetof(ExtendedAudioFormatInfo, mClassDescription) == 52);
