extension PageScript {
  /// The waveform, the spectrogram and the loudness.
  static let sound = """
    // The columns that a column of pixels spans: at least one.
    function columns(g, x, seconds, count) {
      const first = Math.floor(g.time(x) / seconds), last = Math.ceil(g.time(x + 1) / seconds);
      return first >= count || first < 0 ? null : [first, Math.min(count, Math.max(first + 1, last))];
    }

    function drawWaveform(context, g) {
      const { waveform, channels } = sound, room = g.bottom / channels.length;
      channels.forEach((name, channel) => {
        const middle = room * (channel + 0.5), half = room / 2 - 3;
        const low = waveform.minimum[channel], high = waveform.maximum[channel], rms = waveform.rms[channel];
        context.fillStyle = color("line");
        context.fillRect(g.left, middle, g.inner, 1);
        for (let x = g.left; x < g.left + g.inner; x++) {
          const range = columns(g, x, waveform.secondsPerColumn, low.length);
          if (!range) continue;
          let bottom = 0, top = 0, sum = 0;
          for (let index = range[0]; index < range[1]; index++) {
            bottom = Math.min(bottom, low[index]);
            top = Math.max(top, high[index]);
            sum += rms[index] ** 2;
          }
          const mean = Math.sqrt(sum / (range[1] - range[0]));
          const y = value => middle - clamp(value, -1, 1) * half;
          context.fillStyle = top > 1 || bottom < -1 ? color("accent") : color("wave");
          context.fillRect(x, y(top), 1, Math.max(1, y(bottom) - y(top)));
          context.fillStyle = color("wave-inner");
          context.fillRect(x, y(mean), 1, Math.max(1, y(-mean) - y(mean)));
        }
        label(context, g, name, middle);
      });
    }

    // From silence to full scale.
    const heat = [[7, 8, 20], [28, 24, 82], [92, 34, 132], [172, 48, 126], [228, 89, 83], [250, 164, 79], [255, 245, 196]];
    function heatColor(level) {
      const place = clamp(level, 0, 1) * (heat.length - 1), below = Math.min(heat.length - 2, Math.floor(place));
      return heat[below].map((value, index) => Math.round(value + (heat[below + 1][index] - value) * (place - below)));
    }

    // Levels below 100 dB under full scale are black.
    const darkest = 20 / 120;
    let spectrogramImage = null;
    function makeSpectrogram() {
      const { columnCount, rowCount, levels } = sound.spectrogram, values = decode(levels), image = make("canvas");
      image.width = Math.max(1, columnCount);
      image.height = rowCount;
      const context = image.getContext("2d"), pixels = context.createImageData(image.width, rowCount);
      const paints = Array.from({ length: 256 }, (_, level) => heatColor((level / 255 - darkest) / (1 - darkest)));
      for (let column = 0; column < columnCount; column++) {
        for (let row = 0; row < rowCount; row++) {
          const target = 4 * ((rowCount - 1 - row) * image.width + column);
          pixels.data.set([...paints[values[column * rowCount + row]], 255], target);
        }
      }
      context.putImageData(pixels, 0, 0);
      spectrogramImage = image;
    }

    function drawSpectrogram(context, g) {
      const { secondsPerColumn, columnCount, lowestFrequency: low, highestFrequency: high, spacing } = sound.spectrogram;
      context.fillStyle = "rgb(" + heat[0] + ")";
      context.fillRect(g.left, 0, g.inner, g.bottom);
      context.save();
      context.beginPath();
      context.rect(g.left, 0, g.inner, g.bottom);
      context.clip();
      context.drawImage(spectrogramImage, g.x(0), 0, columnCount * secondsPerColumn / g.seconds, g.bottom);
      context.restore();
      const place = frequency => spacing === "linear"
        ? (frequency - low) / (high - low) : Math.log(frequency / low) / Math.log(high / low);
      let last = Infinity;
      const linear = Array.from({ length: 200 }, (_, index) => (index + 1) * (high > 30000 ? 5000 : high > 6000 ? 2000 : 500));
      for (const frequency of spacing === "linear" ? linear : [50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000]) {
        const y = g.bottom * (1 - place(frequency));
        if (y < 7 || y > g.bottom - 5 || last - y < 14) continue;
        last = y;
        context.fillStyle = "rgb(255 255 255 / 18%)";
        context.fillRect(g.left, y, g.inner, 1);
        label(context, g, frequency < 1000 ? frequency + " Hz" : frequency / 1000 + " kHz", y);
      }
    }

    function drawLoudness(context, g) {
      const { loudness } = sound, top = 0, bottom = -60, y = value => (value - top) / (bottom - top) * g.bottom;
      for (let level = top; level >= bottom; level -= 12) {
        context.fillStyle = color("line");
        context.fillRect(g.left, y(level), g.inner, 1);
        label(context, g, signed(level, 0) + (g.left > 60 ? " LUFS" : ""), y(level));
      }
      const line = (values, paint, width) => {
        context.strokeStyle = paint;
        context.lineWidth = width;
        context.beginPath();
        let isOpen = false;
        for (let x = g.left; x < g.left + g.inner; x++) {
          const range = columns(g, x, loudness.secondsPerColumn, values.length);
          const found = range ? values.slice(range[0], range[1]).filter(value => value !== null) : [];
          if (!found.length) { isOpen = false; continue; }
          const place = y(clamp(Math.max(...found), bottom, top));
          if (isOpen) context.lineTo(x, place); else context.moveTo(x, place);
          isOpen = true;
        }
        context.stroke();
      };
      line(loudness.momentary, color("momentary"), 1);
      line(loudness.shortTerm, color("short"), 2);
      if (loudness.integrated === null || loudness.integrated === undefined) return;
      context.strokeStyle = color("whole");
      context.setLineDash([6, 4]);
      context.beginPath();
      context.moveTo(g.left, y(loudness.integrated));
      context.lineTo(g.left + g.inner, y(loudness.integrated));
      context.stroke();
      context.setLineDash([]);
    }

    function addSound() {
      if (!sound) return;
      const peak = sound.channels.map((_, channel) => Math.max(
        ...sound.waveform.maximum[channel].map(Math.abs), ...sound.waveform.minimum[channel].map(Math.abs), 0));
      const words = sound.channels.map((name, channel) => name + " peak " + decibels(peak[channel]) + " dBFS");
      const wave = addPlot("Waveform", words.join(", "), width => clamp(72 * sound.channels.length, 110, 480), drawWaveform);
      addKey(wave, "peak", color("wave"));
      addKey(wave, "effective value", color("wave-inner"));
      if (sound.spectrogram.columnCount > 0) {
        makeSpectrogram();
        const plot = addPlot("Spectrogram", "Frequencies over time, levels from -100 to 0 dB", 240, drawSpectrogram);
        const bar = "linear-gradient(90deg, " + heat.map(paint => "rgb(" + paint + ")").join(", ") + ")";
        addKey(plot, "−100 dB");
        addKey(plot, "0 dB", bar);
        plot.caption.lastChild.firstChild.style.width = "90px";
      }
      const { loudness } = sound;
      if (!loudness || !loudness.momentary.length) return;
      const plot = addPlot(
        "Loudness", "Integrated " + signed(loudness.integrated) + " LUFS, range " + signed(loudness.range) + " LU", 136, drawLoudness);
      addKey(plot, "momentary", color("momentary"));
      addKey(plot, "short-term", color("short"));
      addKey(plot, "integrated " + signed(loudness.integrated) + " LUFS", color("whole"));
      if (loudness.range !== null && loudness.range !== undefined) addKey(plot, "range " + signed(loudness.range) + " LU");
      addKey(plot, "true peak " + decibels(loudness.truePeak) + " dBTP");
    }
    """
}
