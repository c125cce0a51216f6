/// The style sheet of a page.
enum PageStyle {
  /// The style's SHA-256 in the notation of policies; a test compares it with the text.
  static let digest = "sha256-E8VnKKzMedgf42Ox5LcelCOX3Y9J/ILsh4XY3WdMwH8="

  static let text = """
    :root {
      --ground: #f3f4f7; --panel: #ffffff; --line: #d9dde4; --text: #171a20; --muted: #5c6574;
      --wave: #2f6fdb; --wave-inner: #8db4f5; --accent: #d6452b; --bar: #2f6fdb; --bar-low: #c9dbf8;
      --momentary: #e08a1e; --short: #2f6fdb; --whole: #16936b; --shadow: 0 1px 3px rgb(20 30 50 / 12%);
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #0e1116; --panel: #161b22; --line: #2a313c; --text: #e7eaf0; --muted: #95a0b1;
        --wave: #5b9bff; --wave-inner: #b7d3ff; --accent: #ff7a5c; --bar: #5b9bff; --bar-low: #27406b;
        --momentary: #f0a94b; --short: #5b9bff; --whole: #3ecf9a; --shadow: none;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; max-width: 1280px; padding: 20px; background: var(--ground); color: var(--text);
      font: 15px/1.45 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif;
    }
    h1 { margin: 0; font-size: 26px; line-height: 1.2; overflow-wrap: anywhere; }
    h2 { margin: 0 0 8px; font-size: 15px; }
    p { margin: 4px 0; }
    #head { display: flex; gap: 18px; align-items: center; margin-bottom: 14px; }
    #head > div { min-width: 0; }
    #cover { width: 104px; height: 104px; object-fit: cover; border-radius: 10px; box-shadow: var(--shadow); }
    #by, #keys, #sound-remark, .muted { color: var(--muted); overflow-wrap: anywhere; }
    #keys, #sound-remark { font-size: 13px; }
    #by:empty, #sound-remark:empty { display: none; }
    #chips { display: flex; flex-wrap: wrap; gap: 6px; margin: 8px 0 0; padding: 0; list-style: none; }
    #chips li {
      padding: 2px 10px; border: 1px solid var(--line); border-radius: 99px; background: var(--panel); font-size: 13px;
      max-width: 100%; overflow-wrap: anywhere;
    }
    #time-line, .card, #problems {
      background: var(--panel); border: 1px solid var(--line); border-radius: 12px; padding: 14px; box-shadow: var(--shadow);
    }
    #controls { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; margin-bottom: 8px; }
    #clock { font-variant-numeric: tabular-nums; min-width: 9em; }
    #seek { flex: 1 1 140px; display: flex; align-items: center; gap: 8px; color: var(--muted); font-size: 13px; }
    #time { flex: 1; min-width: 0; accent-color: var(--accent); }
    button {
      min-width: 36px; padding: 5px 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--ground);
      color: inherit; font: inherit; cursor: pointer;
    }
    #play { min-width: 84px; border-color: transparent; background: var(--accent); color: #fff; font-weight: 600; }
    @media (prefers-color-scheme: dark) { #play { color: #1b0d08; } }
    button:hover { filter: brightness(1.08); }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
    figure { position: relative; margin: 0 0 10px; touch-action: pan-y; }
    figcaption { display: flex; flex-wrap: wrap; gap: 4px 14px; margin-bottom: 2px; font-size: 13px; }
    figcaption b { font-size: 14px; }
    .key { color: var(--muted); }
    .key i { display: inline-block; width: 10px; height: 10px; margin-right: 5px; border-radius: 3px; }
    .plot { position: relative; overflow: hidden; cursor: crosshair; }
    .plot canvas { display: block; width: 100%; }
    .cursor { position: absolute; top: 0; bottom: 0; left: 0; width: 1px; background: var(--accent); pointer-events: none; }
    .span { position: absolute; top: 0; bottom: 0; left: 0; width: 0; background: var(--accent); opacity: .2; pointer-events: none; }
    #readout {
      min-height: 3.2em; padding: 8px 10px; border-radius: 8px; background: var(--ground); font-size: 13px;
      font-variant-numeric: tabular-nums; overflow-wrap: anywhere;
    }
    #cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 340px), 1fr)); gap: 14px; margin-top: 14px; }
    .card { min-width: 0; }
    #problems { margin-top: 14px; border-color: var(--accent); }
    #problems ul { margin: 0; padding-left: 1.2em; overflow-wrap: anywhere; }
    dl { display: grid; grid-template-columns: minmax(90px, max-content) minmax(0, 1fr); gap: 3px 14px; margin: 0; font-size: 14px; }
    dt { color: var(--muted); overflow-wrap: anywhere; max-width: 190px; }
    dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; max-height: 12em; overflow-y: auto; }
    .tree { font-size: 13px; max-height: 520px; overflow: auto; }
    .tree details > div { margin-left: 8px; padding-left: 8px; border-left: 1px solid var(--line); }
    .tree summary { cursor: pointer; }
    .tree code { font: 600 13px/1.6 ui-monospace, "DejaVu Sans Mono", monospace; white-space: pre; }
    .leaf { padding-left: 14px; }
    .size { float: right; padding: 0 4px; color: var(--muted); font-variant-numeric: tabular-nums; }
    @media (max-width: 560px) {
      body { padding: 8px; }
      #head { align-items: flex-start; }
      #cover { width: 64px; height: 64px; }
      h1 { font-size: 20px; }
      #time-line, .card, #problems { padding: 10px; }
      dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
      dd { margin-bottom: 6px; }
    }
    @media print { body { background: none; } #controls, #keys { display: none; } }
    """
}
