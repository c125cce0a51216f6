public enum MPEGAudioCodec {}
