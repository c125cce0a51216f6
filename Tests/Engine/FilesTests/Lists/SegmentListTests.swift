import AudioFiles
import TestSupport
import Testing

@Suite struct SegmentListTests {
  private func names(_ text: String) throws -> [String]? { try SegmentList(text)?.names }

  @Test("a media list of HLS names its segments, and the file before them once")
  func media() throws {
    let text = """
      #EXTM3U
      #EXT-X-TARGETDURATION:6
      #EXT-X-MAP:URI="init.mp4"
      #EXTINF:6.0,
      one.m4s
      #EXT-X-DISCONTINUITY
      #EXT-X-MAP:URI="init.mp4"
      #EXTINF:2.0,
      two.m4s
      #EXT-X-ENDLIST
      """
    try expectEqual(names(text), ["init.mp4", "one.m4s", "two.m4s"])
  }

  @Test("a manifest of DASH names the segments of its first sound")
  func manifest() throws {
    let text = """
      <?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period>
      <AdaptationSet id="0" contentType="video"><Representation id="9"/></AdaptationSet>
      <AdaptationSet id="1" contentType="audio"><Representation id="3" mimeType="audio/mp4">
      <SegmentTemplate timescale="44100" initialization="i$RepresentationID$.m4s" media="c$RepresentationID$-$Number%03d$.m4s" startNumber="7">
      <SegmentTimeline><S t="0" d="100" r="1" /><S d="20" /></SegmentTimeline></SegmentTemplate>
      </Representation></AdaptationSet></Period></MPD>
      """
    try expectEqual(names(text), ["i3.m4s", "c3-007.m4s", "c3-008.m4s", "c3-009.m4s"])
  }

  @Test("a manifest whose segments have one duration names as many as make the whole")
  func durations() throws {
    func text(_ template: String, _ whole: String) -> String {
      """
      <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" \(whole)><Period><AdaptationSet contentType="audio">
      <SegmentTemplate \(template) initialization="i.mp4" media="$Number$.m4s" startNumber="1"/>
      <Representation id="0"></Representation></AdaptationSet></Period></MPD>
      """
    }
    let template = "timescale=\"1000\" duration=\"2000\""
    let four = ["i.mp4", "1.m4s", "2.m4s", "3.m4s", "4.m4s"]
    try expectEqual(names(text(template, "mediaPresentationDuration=\"PT7.5S\"")), four)
    try expectEqual(names(text(template, "mediaPresentationDuration=\"PT8.0S\"")), four)
    try expectEqual(names(text("duration=\"1800\"", "mediaPresentationDuration=\"P0DT1H30M\"")), Array(four.prefix(4)))
    for whole in ["", "mediaPresentationDuration=\"PT8X\"", "mediaPresentationDuration=\"PT9000000H\""] {
      #expect(throws: SegmentList.Refusal.self) { try names(text(template, whole)) }
    }
  }

  @Test("a playlist of songs is no list of segments; what cannot be read is refused by name")
  func refusals() throws {
    try expectNil(names("#EXTM3U\n#EXTINF:200,Song\nsong.mp3\n"))
    try expectNil(names("RIFF"))
    let open = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
    let error = #expect(throws: SegmentList.Refusal.self) { try names(open + "a.ts\n") }
    expectEqual(error.map { "\($0.rule)".contains("EXT-X-ENDLIST") }, true)
    let head = open + "#EXT-X-ENDLIST\n"
    try expectEqual(names(head + "a.ts\n"), ["a.ts"])
    for text in [
      head, head + "https://example.com/a.ts\n", head + "/etc/passwd\n", head + "../a.ts\n",
      head + "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\na.ts\n", head + "#EXT-X-BYTERANGE:10@0\na.ts\n",
      "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n", head + "a.ts\n#EXT-X-GAP\nb.ts\n",
      head + "#EXT-X-SKIP:SKIPPED-SEGMENTS=3\na.ts\n",
      head + "#EXT-X-MAP:URI=\"a.mp4\"\na.m4s\n#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI=\"b.mp4\"\nb.m4s\n",
    ] {
      #expect(throws: SegmentList.Refusal.self) { try names(text) }
    }
  }
}
