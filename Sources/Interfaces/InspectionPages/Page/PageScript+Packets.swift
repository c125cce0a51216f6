extension PageScript {
  /// The sizes of packets and the tools that they use.
  static let packets = """
    const columnCount = packets ? packets.sizes.length : 0;
    const columnTime = index => packets.times && index < columnCount ? packets.startSeconds + packets.times[index]
      : packets.startSeconds + packets.durationSeconds * Math.min(1, index * packets.packetsPerColumn / packets.count);

    // The column at a time.
    function columnAt(time) {
      let low = 0, high = columnCount - 1;
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (columnTime(middle) <= time) low = middle; else high = middle - 1;
      }
      return low;
    }

    // The columns of packets that each column of pixels spans.
    function packetColumns(g) {
      const found = [];
      let index = columnAt(g.time(g.left));
      for (let x = g.left; x < g.left + g.inner; x++) {
        while (index + 1 < columnCount && columnTime(index + 1) <= g.time(x)) index++;
        let end = index + 1;
        while (end < columnCount && columnTime(end) < g.time(x + 1)) end++;
        const isThere = g.time(x + 1) > columnTime(index) && g.time(x) < columnTime(columnCount);
        found.push(isThere ? [index, end] : null);
      }
      return found;
    }

    function largest(values, range) {
      let most = null;
      for (let index = range[0]; index < range[1]; index++) {
        if (values[index] !== null && (most === null || values[index] > most)) most = values[index];
      }
      return most;
    }

    function drawSizes(context, g) {
      const most = Math.max(1, ...packets.sizes.slice(0, 20000)), y = value => g.bottom - value / most * (g.bottom - 6);
      const means = packets.meanSizes || packets.sizes, places = packetColumns(g);
      places.forEach((range, x) => {
        if (!range) return;
        const high = largest(packets.sizes, range);
        let sum = 0;
        for (let index = range[0]; index < range[1]; index++) sum += means[index];
        context.fillStyle = color("bar-low");
        context.fillRect(g.left + x, y(high), 1, g.bottom - y(high));
        context.fillStyle = color("bar");
        context.fillRect(g.left + x, y(sum / (range[1] - range[0])), 1, g.bottom - y(sum / (range[1] - range[0])));
      });
      context.fillStyle = color("accent");
      for (const number of packets.damagedPackets) {
        const x = g.x(columnTime(Math.floor(number / packets.packetsPerColumn)));
        if (x >= g.left) context.fillRect(x, 0, 2, g.bottom);
      }
      label(context, g, bytes(most), 8);
      label(context, g, "0", g.bottom - 4);
    }

    function drawBuffer(context, g) {
      const most = Math.max(1, ...packets.bufferFill.slice(0, 20000)), y = value => g.bottom - value / most * (g.bottom - 6);
      context.fillStyle = color("bar");
      packetColumns(g).forEach((range, x) => {
        if (!range) return;
        const fill = largest(packets.bufferFill, range);
        context.fillRect(g.left + x, y(fill), 1, g.bottom - y(fill));
      });
      label(context, g, bytes(most), 8);
      label(context, g, "0", g.bottom - 4);
    }

    const hues = [
      [/SBR/, "#e06a3b"], [/PS /, "#c24fb5"], [/window|block type/, "#e8a33d"], [/TNS/, "#1f9e89"], [/M\\/S|common|mode/, "#3f7fe0"], [/intensity/, "#9a5fd0"],
      [/PNS|noise/, "#d0588f"], [/LTP|predict/, "#5a9e3a"]
    ];
    const choicePaints = ["", "#f0bf52", "#8ac26a", "#e0553f", "#9a6be0"], gridPaints = ["", "#f3a27c", "#d9669b", "#9c4fc4"];
    const choicePaint = (tool, value) => tool.choices.length === 2 && !/SBR/.test(tool.name) ? "#86a8d8"
      : (/SBR/.test(tool.name) ? gridPaints : choicePaints)[value] || choicePaints[4];
    const laneColor = tool => (hues.find(hue => hue[0].test(tool.name)) || [0, "#7d8aa0"])[1];
    const toolName = tool => tool.scope ? tool.scope + " " + tool.name : tool.name;
    const toolValue = (tool, value) => tool.kind === "choice" ? tool.choices[value] || String(value)
      : tool.kind === "flag" ? (value ? "yes" : "no") : value + (tool.unit ? " " + tool.unit : "");
    // What tells little stands last among the lanes of its scope.
    const isPlain = tool => /^bands|codebook|groups|main data/.test(tool.name) ? 1 : 0;
    const scopes = packets ? [...new Set(packets.tools.map(tool => tool.scope))] : [];
    const lanes = packets ? packets.tools.filter(tool => tool.values).sort((first, second) =>
      scopes.indexOf(first.scope) - scopes.indexOf(second.scope) || isPlain(first) - isPlain(second)) : [];
    for (const tool of lanes) tool.least = Math.min(tool.largest, ...tool.values.slice(0, 20000).filter(value => value > 0));
    const laneHeight = width => width < 620 ? 27 : 17;

    function drawTools(context, g) {
      const height = laneHeight(g.width), places = packetColumns(g), isNarrow = height > 20;
      lanes.forEach((tool, number) => {
        const top = number * height + (isNarrow ? 13 : 2), room = height - (isNarrow ? 14 : 4);
        const most = tool.kind === "count" ? Math.max(1, tool.largest) : 1, paint = laneColor(tool);
        context.fillStyle = color("ground");
        context.fillRect(g.left, top, g.inner, room);
        let start = 0, last = null;
        const flush = (x, value) => {
          if (last !== null && last > 0) {
            const part = tool.kind !== "count" ? 1 : 0.25 + 0.75 * (last - tool.least) / Math.max(1, most - tool.least);
            context.fillStyle = tool.kind === "choice" ? choicePaint(tool, last) : paint;
            context.fillRect(g.left + start, top + room * (1 - part), x - start, room * part);
          }
          start = x;
          last = value;
        };
        places.forEach((range, x) => {
          const value = range ? largest(tool.values, range) : null;
          if (value !== last) flush(x, value);
        });
        flush(places.length, null);
        if (isNarrow) {
          context.fillStyle = color("muted");
          context.textAlign = "left";
          context.fillText(toolName(tool), g.left, top - 7);
        } else {
          label(context, g, toolName(tool), top + room / 2);
        }
        if (number > 0 && lanes[number - 1].scope !== tool.scope) {
          context.fillStyle = color("line");
          context.fillRect(0, top - (isNarrow ? 13 : 2), g.width, 1);
        }
      });
    }

    function addPackets() {
      if (!packets || !columnCount) return;
      const per = packets.packetsPerColumn > 1 ? ", " + packets.packetsPerColumn + " to a column" : "";
      const words = grouped(packets.count) + " packets" + per + ", the largest of " + grouped(info.maximumPacketSize || 0) + " bytes";
      const sizes = addPlot("Packet sizes", words, 84, drawSizes, false);
      addKey(sizes, words);
      if (packets.damagedPacketCount) addKey(sizes, packets.damagedPacketCount + " damaged", color("accent"));
      const buffer = addPlot(
        "Bit reservoir", "Bytes waiting in a decoder that is fed at the mean rate", 64, drawBuffer, !lanes.length);
      addKey(buffer, "bytes waiting in a decoder that is fed at the mean rate");
      if (!packets.tools.length) return;
      const used = packets.tools.filter(tool => !tool.values && tool.constant > 0);
      const unused = packets.tools.filter(tool => !tool.values && !(tool.constant > 0) && tool.kind !== "choice");
      const plain = packets.tools.filter(tool => !tool.values && tool.constant === 0 && tool.kind === "choice");
      const constants = [...used, ...plain].map(tool => toolName(tool) + " " + toolValue(tool, tool.constant)).join(", ");
      if (lanes.length) {
        const tools = addPlot(
          "Coding tools", lanes.map(toolName).join(", "), width => lanes.length * laneHeight(width) + 20, drawTools);
        const names = [];
        for (const tool of lanes.filter(tool => tool.kind === "choice")) {
          tool.choices.slice(0, tool.largest + 1).forEach((name, value) => {
            if (value > 0 && !names.includes(name)) {
              names.push(name);
              addKey(tools, name, choicePaint(tool, value));
            }
          });
        }
      }
      if (constants) get("plots").append(make("p", "In every packet: " + constants + ".", "muted"));
      if (unused.length) get("plots").append(make("p", "Never used: " + unused.map(toolName).join(", ") + ".", "muted"));
    }

    // All that is known of a place, in words.
    function readout(time) {
      const parts = [];
      if (sound) {
        const { waveform, loudness, channels } = sound, index = Math.floor(time / waveform.secondsPerColumn);
        if (index < waveform.minimum[0]?.length) {
          parts.push("peak " + channels.map((name, channel) => name + " " + decibels(
            Math.max(Math.abs(waveform.minimum[channel][index]), Math.abs(waveform.maximum[channel][index])))).join(", ") + " dBFS");
        }
        const step = loudness ? Math.floor(time / loudness.secondsPerColumn) : 0;
        if (loudness && step < loudness.momentary.length) {
          parts.push("momentary " + signed(loudness.momentary[step]) + ", short-term " + signed(loudness.shortTerm[step]) + " LUFS");
        }
      }
      if (!columnCount || time < columnTime(0) || time > columnTime(columnCount)) return parts.join(" · ");
      const index = columnAt(time), first = index * packets.packetsPerColumn;
      const last = Math.min(packets.count, first + packets.packetsPerColumn) - 1;
      parts.unshift((last > first ? "packets " + first + " to " + last + ", at most " : "packet " + first + ": ") + packets.sizes[index] + " bytes");
      if (packets.damagedPackets.some(number => number >= first && number <= last)) parts.push("damaged");
      const scopes = new Map();
      for (const tool of lanes) {
        const value = tool.values[index];
        if (value === null || (value === 0 && tool.kind !== "choice")) continue;
        if (!scopes.has(tool.scope)) scopes.set(tool.scope, []);
        scopes.get(tool.scope).push(tool.kind === "flag" ? tool.name : tool.kind === "choice" ? toolValue(tool, value) : tool.name + " " + value);
      }
      for (const [scope, words] of scopes) parts.push((scope ? scope + ": " : "") + words.join(", "));
      return parts.join(" · ");
    }
    """
}
