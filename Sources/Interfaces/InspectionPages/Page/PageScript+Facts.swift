extension PageScript {
  /// The facts of the stream, tags, structure and problems.
  static let facts = """
    const hertz = rate => rate % 1000 ? (rate / 1000).toLocaleString("en", { maximumFractionDigits: 3 }) + " kHz" : rate / 1000 + " kHz";

    function addFact(list, name, value) {
      if (value === undefined || value === null || value === "") return;
      list.append(make("dt", name), make("dd", String(value)));
    }

    function addHead() {
      const tags = info.metadata || {}, chips = get("chips");
      if (tags.title) get("title").textContent = tags.title;
      get("by").textContent = [tags.artist, tags.album, tags.year].filter(text => text).join(" — ");
      const format = info.dataFormat || {};
      const words = [
        info.codec || format.formatID, format.sampleRate && hertz(format.sampleRate), info.channelLayout,
        info.durationSeconds !== undefined && clock(info.durationSeconds), info.bitRate && Math.round(info.bitRate / 1000) + " kbit/s",
        info.fileFormat.trim(), tags.title && info.file.split("/").pop()
      ];
      for (const word of words) if (word) chips.append(make("li", word));
    }

    function addFacts() {
      const list = get("facts").querySelector("dl"), format = info.dataFormat || {}, { loudness } = sound || {};
      addFact(list, "File", info.file);
      addFact(list, "File type", info.fileFormat);
      addFact(list, "Format", format.formatID);
      addFact(list, "Codec", info.codec);
      addFact(list, "Sampling rate", format.sampleRate && grouped(format.sampleRate) + " Hz");
      addFact(list, "Channels", format.channelsPerFrame && format.channelsPerFrame + (info.channelLayout ? " (" + info.channelLayout + ")" : ""));
      addFact(list, "Bits per sample", format.bitsPerChannel || info.sourceBitDepth);
      addFact(list, "Duration", info.durationSeconds !== undefined && info.durationSeconds.toFixed(6) + " s");
      addFact(list, "Bit rate", info.bitRate && grouped(info.bitRate) + " bit/s");
      addFact(list, "Audio data", info.audioDataByteCount !== undefined && grouped(info.audioDataByteCount) + " bytes");
      addFact(list, "Packets", info.audioDataPacketCount !== undefined && grouped(info.audioDataPacketCount));
      addFact(list, "Frames per packet", format.framesPerPacket);
      addFact(list, "Priming, valid, remainder", info.validFrames !== undefined && [info.primingFrames, info.validFrames, info.remainderFrames].map(grouped).join(" + ") + " frames");
      addFact(list, "Configuration", info.audioSpecificConfig);
      if (loudness) {
        addFact(list, "Sample peak", decibels(loudness.samplePeak) + " dBFS");
        addFact(list, "True peak", decibels(loudness.truePeak) + " dBTP");
      }
      if (info.tracks.length > 1) addFact(list, "Tracks", info.tracks.map(track => track.mediaKind + " " + track.formatID.trim()).join(", "));
    }

    function addTags() {
      const list = get("tags").querySelector("dl"), tags = info.metadata || {};
      for (const name of Object.keys(tags).sort()) addFact(list, name, tags[name]);
      for (const picture of info.artwork || []) addFact(list, "picture", picture.mediaType + ", " + grouped(picture.byteCount) + " bytes");
      for (const marker of (info.markers || []).slice(0, 200)) {
        addFact(list, "marker", (marker.name || "unnamed") + (info.dataFormat ? " at " + clock(marker.framePosition / info.dataFormat.sampleRate) : ""));
      }
      get("tags").hidden = !list.children.length;
    }

    function addPart(parent, part, depth) {
      const name = make("code", part.name), size = make("span", bytes(part.size), "size");
      size.title = grouped(part.size) + " bytes from byte " + grouped(part.offset) + " on";
      const words = [name, part.meaning ? " " + part.meaning : "", make("span", " @" + part.offset, "muted"), size];
      if (!part.parts.length) {
        const leaf = make("div", undefined, "leaf");
        leaf.append(...words);
        return parent.append(leaf);
      }
      const details = make("details"), summary = make("summary"), inner = make("div");
      details.open = depth < 2;
      summary.append(...words);
      for (const child of part.parts) addPart(inner, child, depth + 1);
      details.append(summary, inner);
      parent.append(details);
    }

    function addStructure() {
      for (const part of data.structure) addPart(get("structure").querySelector(".tree"), part, 0);
      get("structure").hidden = !data.structure.length;
    }

    function addProblems() {
      const problems = [...data.warnings, ...(data.soundProblem ? ["The sound cannot be shown: " + data.soundProblem] : [])];
      if (data.structureProblem) problems.push("Structure: " + data.structureProblem);
      if (packets && packets.damagedPacketCount) problems.push(packets.damagedPacketCount + " packets cannot be read: " + packets.firstDamage);
      if (packets && packets.earlyEnd) problems.push("The packets end early: " + packets.earlyEnd);
      if (sound && sound.damagedPacketCount) problems.push(sound.damagedPacketCount + " packets could not be decoded and were concealed");
      for (const problem of problems) get("problems").querySelector("ul").append(make("li", problem));
      get("problems").hidden = !problems.length;
    }
    """

  /// The part of the script for playing, for keys, and for starting the page.
  static let run = """
    const player = get("sound");

    function follow() {
      goTo(player.currentTime, true);
      if (!player.paused) requestAnimationFrame(follow);
    }

    function togglePlay() {
      if (!player) return;
      if (player.paused) player.play().catch(error => { get("sound-remark").textContent = "The browser cannot play the sound: " + error.message; });
      else player.pause();
    }

    function step(direction, isLarge) {
      const isByPacket = columnCount && !isLarge;
      if (!isByPacket) return goTo(cursor + direction * (view.to - view.from) / 10);
      const index = clamp(columnAt(cursor + 1e-9) + direction, 0, columnCount - 1);
      goTo(Math.max(0, columnTime(index)) + 1e-6);
    }

    function press(event) {
      const isButton = event.target.tagName === "BUTTON" || event.target.tagName === "SUMMARY";
      if (event.ctrlKey || event.metaKey || event.altKey || (isButton && (event.key === " " || event.key === "Enter"))) return;
      const actions = {
        " ": togglePlay, ArrowLeft: () => step(-1, event.shiftKey), ArrowRight: () => step(1, event.shiftKey),
        Home: () => goTo(0), End: () => goTo(duration), "+": () => zoom(0.5), "=": () => zoom(0.5), "-": () => zoom(2),
        "0": () => show(0, duration)
      };
      if (!actions[event.key]) return;
      event.preventDefault();
      actions[event.key]();
    }

    addHead();
    addFacts();
    addTags();
    addStructure();
    addProblems();
    addSound();
    addPackets();
    get("time").max = duration;
    get("time").addEventListener("input", event => goTo(Number(event.target.value)));
    get("zoom-in").addEventListener("click", () => zoom(0.5));
    get("zoom-out").addEventListener("click", () => zoom(2));
    get("zoom-all").addEventListener("click", () => show(0, duration));
    document.addEventListener("keydown", press);
    if (player) {
      const button = get("play");
      button.hidden = false;
      button.addEventListener("click", togglePlay);
      player.addEventListener("play", () => { button.textContent = "Pause"; follow(); });
      player.addEventListener("pause", () => { button.textContent = "Play"; });
      player.addEventListener("error", () => { get("sound-remark").textContent = "The browser cannot play the sound."; });
    }
    get("time-line").hidden = !plots.length;
    addEventListener("resize", redraw);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
    plots.forEach(paint);
    moveCursor();
    document.documentElement.dataset.ready = plots.length + " plots";
    """
}
