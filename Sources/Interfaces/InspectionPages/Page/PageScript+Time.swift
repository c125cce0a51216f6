extension PageScript {
  /// The time that is shown, the place of the cursor, and the pictures above each other that share both.
  static let time = """
    const duration = Math.max(
      0.001, sound ? sound.durationSeconds : 0, packets ? packets.startSeconds + packets.durationSeconds : 0,
      sound || packets ? 0 : info.durationSeconds || 0);
    const view = { from: 0, to: duration };
    let cursor = 0;
    const plots = [];
    const frame = width => ({ left: width < 620 ? 38 : 148, right: 8 });

    // Adds a picture. `draw` is given the context and its geometry: the place of a time, and the time that a column of
    // pixels spans.
    function addPlot(title, description, height, draw, hasAxis = true) {
      const figure = make("figure"), caption = make("figcaption"), box = make("div", undefined, "plot");
      const canvas = make("canvas"), line = make("div", undefined, "cursor"), span = make("div", undefined, "span");
      caption.append(make("b", title));
      canvas.setAttribute("role", "img");
      canvas.setAttribute("aria-label", title + ". " + description);
      box.append(canvas, span, line);
      figure.append(caption, box);
      get("plots").append(figure);
      const plot = { caption, box, canvas, line, span, height, draw, hasAxis };
      plots.push(plot);
      listen(plot);
      return plot;
    }

    function addKey(plot, text, paint) {
      const key = make("span", undefined, "key");
      if (paint) {
        const mark = make("i");
        mark.style.background = paint;
        key.append(mark);
      }
      key.append(text);
      plot.caption.append(key);
    }

    function geometry(plot) {
      const width = plot.box.clientWidth, { left, right } = frame(width), axis = plot.hasAxis ? 18 : 2;
      const inner = Math.max(1, width - left - right), seconds = (view.to - view.from) / inner;
      const height = typeof plot.height === "function" ? plot.height(width) : plot.height;
      return {
        width, left, inner, height, bottom: height - axis, seconds, x: time => left + (time - view.from) / seconds,
        time: x => view.from + (x - left) * seconds
      };
    }

    function paint(plot) {
      const g = geometry(plot), scale = devicePixelRatio || 1;
      plot.canvas.width = Math.round(g.width * scale);
      plot.canvas.height = Math.round(g.height * scale);
      plot.canvas.style.height = g.height + "px";
      const context = plot.canvas.getContext("2d");
      context.setTransform(scale, 0, 0, scale, 0, 0);
      context.font = "11px system-ui, sans-serif";
      context.textBaseline = "middle";
      plot.draw(context, g);
      if (plot.hasAxis) paintAxis(context, g);
    }

    const steps = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600, 7200];

    function paintAxis(context, g) {
      const step = steps.find(step => step / g.seconds >= 64) || steps[steps.length - 1] * Math.ceil(duration / 72000);
      const digits = step >= 1 ? 0 : step >= 0.1 ? 1 : step >= 0.01 ? 2 : 3;
      context.textAlign = "center";
      for (let number = Math.ceil(view.from / step); number * step <= view.to; number++) {
        const x = g.x(number * step), text = duration < 60 ? (number * step).toFixed(digits) + " s" : clock(number * step, digits);
        context.fillStyle = color("line");
        context.fillRect(x, g.bottom, 1, 4);
        context.fillStyle = color("muted");
        const half = context.measureText(text).width / 2;
        context.fillText(text, clamp(x, g.left + half, g.width - half), g.bottom + 11);
      }
    }

    function label(context, g, text, y) {
      context.fillStyle = color("muted");
      context.textAlign = "right";
      context.fillText(text, g.left - 6, clamp(y, 6, g.height - 6), g.left - 8);
    }

    let isPending = false;
    function redraw() {
      if (isPending) return;
      isPending = true;
      requestAnimationFrame(() => {
        isPending = false;
        plots.forEach(paint);
        moveCursor();
      });
    }

    function moveCursor() {
      for (const plot of plots) {
        const g = geometry(plot), x = g.x(cursor);
        plot.line.hidden = x < g.left - 1 || x > g.left + g.inner + 1;
        plot.line.style.transform = "translateX(" + x + "px)";
      }
      get("clock").textContent = clock(cursor) + " / " + clock(duration);
      get("time").value = cursor;
      get("time").setAttribute("aria-valuetext", clock(cursor));
      get("readout").textContent = readout(cursor);
    }

    function show(from, to) {
      const least = Math.min(duration, 0.005), length = clamp(to - from, least, duration);
      view.from = clamp(from, 0, duration - length);
      view.to = view.from + length;
      redraw();
    }

    function zoom(factor) {
      const length = (view.to - view.from) * factor;
      const middle = cursor >= view.from && cursor <= view.to ? cursor : (view.from + view.to) / 2;
      const part = (middle - view.from) / (view.to - view.from);
      show(middle - part * length, middle + (1 - part) * length);
    }

    function goTo(time, isPlaying = false) {
      cursor = clamp(time, 0, duration);
      if (player && !isPlaying) player.currentTime = cursor;
      const length = view.to - view.from;
      if (cursor < view.from || cursor > view.to) show(isPlaying ? cursor : cursor - length / 2, isPlaying ? cursor + length : cursor + length / 2);
      moveCursor();
    }

    // A click goes to a place, a drag shows what it spans.
    function listen(plot) {
      let start = null;
      const place = event => event.clientX - plot.box.getBoundingClientRect().left;
      plot.box.addEventListener("pointerdown", event => {
        if (event.button !== 0) return;
        start = place(event);
        plot.box.setPointerCapture(event.pointerId);
      });
      plot.box.addEventListener("pointermove", event => {
        if (start === null) return;
        const now = place(event);
        plot.span.style.transform = "translateX(" + Math.min(start, now) + "px)";
        plot.span.style.width = Math.abs(now - start) + "px";
      });
      plot.box.addEventListener("pointerup", event => {
        if (start === null) return;
        const g = geometry(plot), now = place(event);
        if (Math.abs(now - start) < 5) goTo(g.time(now));
        else show(g.time(Math.min(start, now)), g.time(Math.max(start, now)));
        start = null;
        plot.span.style.width = "0";
      });
      plot.box.addEventListener("pointercancel", () => { start = null; plot.span.style.width = "0"; });
    }
    """
}
