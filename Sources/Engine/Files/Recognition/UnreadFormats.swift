extension UnreadFormat {
  /// The command that helps with most formats.
  package static let usualCommand = "ffmpeg -i FILE out.wav"

  /// A format and the bytes that its files begin with, any of them.
  struct Row {
    let format: UnreadFormat
    let signatures: [Signature]
    /// Extensions of names, in lower case and without the dot.
    let extensions: [String]

    init(
      _ name: String, _ signatures: Signature..., named extensions: [String] = [],
      command: String? = UnreadFormat.usualCommand
    ) {
      format = UnreadFormat(name, command: command)
      (self.signatures, self.extensions) = (signatures, extensions)
    }
  }

  /// All formats, for the page that lists them.
  package static let all = rows.map(\.format)

  /// All formats that are recognised by bytes at fixed offsets.
  static let rows = codecs + films + voices + studios + games + notes + others

  /// Audio codecs that have a file format of their own.
  private static let codecs = [
    Row("Monkey's Audio (APE)", .text("MAC "), named: ["ape"]),
    Row("True Audio 2 (TTA)", .text("TTA2")),
    Row("TAK", .text("tBaK"), named: ["tak"]),
    Row("Shorten", .text("ajkg"), named: ["shn"]),
    Row("OptimFROG", .text("OFR "), named: ["ofr", "ofs"], command: "ofr --decode FILE --output out.wav"),
    Row("Lossless Audio (LA)", .text("LA02"), .text("LA03"), .text("LA04"), named: ["la"], command: nil),
    Row("LPAC", .text("LPAC"), command: nil),
    Row("RK Audio", .text("RKA6"), .text("RKA7"), command: nil),
    Row("MPEG-4 ALS without a container", .bytes(0x41, 0x4C, 0x53, 0x00), command: nil),
    Row(
      "DTS in other words", .bytes(0xFE, 0x7F, 0x01, 0x80), .bytes(0x1F, 0xFF, 0xE8, 0x00),
      .bytes(0xFF, 0x1F, 0x00, 0xE8), .bytes(0x64, 0x58, 0x20, 0x25), .text("DTSHDHDR"), named: ["dtshd"]),
    Row("Dolby TrueHD", .bytes(0xF8, 0x72, 0x6F, 0xBA, at: 4), named: ["thd"]),
    Row("Meridian Lossless Packing (MLP)", .bytes(0xF8, 0x72, 0x6F, 0xBB, at: 4), named: ["mlp"]),
    Row(
      "ATRAC in an OpenMG file", .bytes(0x65, 0x61, 0x33, 0x03), .bytes(0x45, 0x41, 0x33, 0x01),
      named: ["oma", "aa3", "at3"]),
    Row("TwinVQ (VQF)", .text("TWIN"), named: ["vqf"]),
    Row("Audible", .bytes(0x57, 0x90, 0x75, 0x36, at: 4), named: ["aa", "aax"]),
    Row("Quite OK Audio (QOA)", .text("qoaf"), named: ["qoa"], command: "qoaconv FILE out.wav"),
  ]

  /// Containers of films and broadcasts.
  private static let films = [
    Row("AVI of On2", .text("ON2 ????ON2f")),
    Row("compressed Flash (SWF)", .text("CWS"), .text("ZWS")),
    Row(
      "RealMedia (RM, RA, RMVB)", .text(".RMF"), .text(".RMP"), .bytes(0x2E, 0x72, 0x61, 0xFD),
      named: ["rm", "ra", "ram", "rmvb"]),
    Row("MPEG video", .bytes(0x00, 0x00, 0x01, 0xB3), command: nil),
    Row("MXF", .bytes(0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01), named: ["mxf"]),
    Row("GXF", .bytes(0x00, 0x00, 0x00, 0x00, 0x01, 0xBC)),
    Row("Windows Recorded TV (WTV)", .bytes(0xB7, 0xD8, 0x00, 0x20, 0x37, 0x49, 0xDA, 0x11), named: ["wtv"]),
    Row("NuppelVideo", .text("NuppelVideo"), .text("MythTVVideo")),
    Row("Video CD in RIFF", .text("RIFF????CDXA")),
    Row("VP8, VP9 or AV1 video (IVF)", .text("DKIF"), command: nil),
  ]

  /// Speech formats of telephony and dictation machines.
  private static let voices = [
    Row("AMR of several channels", .text("#!AMR_MC1.0"), .text("#!AMR-WB_MC1.0")),
    Row("EVS", .text("#!EVS_MC1.0"), command: nil),
    Row("EVRC or SMV", .text("#!EVRC"), .text("#!SMV")),
    Row("iLBC", .text("#!iLBC20"), .text("#!iLBC30")),
    Row("QCP (QCELP, EVRC, SMV)", .text("RIFF????QLCM"), named: ["qcp"]),
    Row("G.723.1", named: ["tco", "rco", "g723_1"]),
    Row("LC3", .bytes(0x1C, 0xCC, 0x12, 0x00), named: ["lc3"], command: "dlc3 FILE out.wav"),
    Row(
      "Digital Speech Standard (DSS)", .bytes(0x02, 0x64, 0x73, 0x73), .bytes(0x03, 0x64, 0x73, 0x73), named: ["dss"]),
    Row("DSS Pro (DS2)", .bytes(0x03, 0x64, 0x73, 0x32), .bytes(0x01, 0x64, 0x73, 0x32), named: ["ds2"], command: nil),
  ]

  /// Samples of laboratories, samplers and old computers.
  private static let studios = [
    Row("Amiga MAUD", .text("FORM????MAUD"), command: "sox -t maud FILE out.wav"),
    Row("Macintosh HCOM", .text("HCOM", at: 128), named: ["hcom"], command: "sox -t hcom FILE out.wav"),
    Row("Portable Voice Format (PVF) as text", .text("PVF2\u{A}")),
    Row("SampleVision (SMP)", .text("SOUND SAMPLE DATA "), command: "sox -t smp FILE out.wav"),
    Row("Sounder or SndTool (SND)", .bytes(0x53, 0x4F, 0x55, 0x4E, 0x44, 0x1A), command: "sox -t sndt FILE out.wav"),
    Row("Yamaha TX-16W", .text("LM8953"), command: "sox -t txw FILE out.wav"),
    Row("Psion", .text("ALawSoundFile**")),
    Row("MIDI Sample Dump", .bytes(0xF0, 0x7E, nil, 0x01)),
    Row("MATLAB", .text("MATLAB 5.0 MAT-file"), command: "sox -t mat5 FILE out.wav"),
    Row("FastTracker instrument (XI)", .text("Extended Instrument: "), command: "sndfile-convert FILE out.wav"),
    Row("DEC or NeXT sound of the other byte order", .text("dns."), command: "sox -t au FILE out.wav"),
  ]

  /// Audio formats of games.
  private static let games = [
    Row("CRI HCA", .bytes(0x48, 0x43, 0x41, 0x00), .bytes(0xC8, 0xC3, 0xC1, 0x00)),
    Row("Nintendo stream (BRSTM, BFSTM, BCSTM)", .text("RSTM"), .text("FSTM"), .text("CSTM")),
    Row("FMOD sound bank", .text("FSB4"), .text("FSB5"), command: "vgmstream-cli -o out.wav FILE"),
    Row("xWMA", .text("RIFF????XWMA")),
    Row("Bink video", .text("BIKi"), .text("KB2j")),
    Row("Smacker video", .text("SMK2"), .text("SMK4")),
  ]

  /// Music stored as notes or programs.
  private static let notes = [
    Row(
      "MIDI", .text("MThd"), .text("RIFF????RMID"), named: ["mid", "midi", "kar", "rmi"],
      command: "fluidsynth -F out.wav SOUNDS.sf2 FILE"),
    Row("SoundFont", .text("RIFF????sfbk"), command: nil),
    Row(
      "module music (MOD, XM, IT, S3M)", .text("Extended Module: "), .text("IMPM"), .text("SCRM", at: 44),
      .text("M.K.", at: 1080), .text("M!K!", at: 1080), .text("FLT4", at: 1080), .text("4CHN", at: 1080),
      .text("6CHN", at: 1080), .text("8CHN", at: 1080), named: ["mod", "xm", "it", "s3m"],
      command: "openmpt123 --render FILE"),
    Row("C64 music (SID)", .text("PSID"), .text("RSID"), named: ["sid"], command: "sidplayfp -wout.wav FILE"),
    Row(
      "console music (SPC, NSF, GBS, VGM)", .text("SNES-SPC700"), .text("NESM\u{1A}"), .text("GBS\u{1}"), .text("Vgm ")),
  ]

  /// Files that hold no sound themselves, but accompany those that do.
  private static let others = [
    Row("an M3U playlist", .text("#EXTM3U"), command: nil),
    Row("a PLS playlist", .text("[playlist]"), .text("[Playlist]"), command: nil),
    Row("a picture (JPEG)", .bytes(0xFF, 0xD8, 0xFF), command: nil),
    Row("a picture (PNG)", .bytes(0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A), command: nil),
    Row("a picture (GIF)", .text("GIF87a"), .text("GIF89a"), command: nil),
    Row("a picture (WebP)", .text("RIFF????WEBP"), command: nil),
    Row("a PDF document", .text("%PDF-"), command: nil),
    Row("a ZIP archive", .bytes(0x50, 0x4B, 0x03, 0x04), command: nil),
    Row("a compressed file (gzip)", .bytes(0x1F, 0x8B, 0x08), command: nil),
    Row("a compressed file (bzip2)", .text("BZh"), command: nil),
    Row("a compressed file (xz)", .bytes(0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00), command: nil),
    Row("a 7-Zip archive", .bytes(0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C), command: nil),
    Row("a RAR archive", .bytes(0x52, 0x61, 0x72, 0x21, 0x1A, 0x07), command: nil),
  ]
}
