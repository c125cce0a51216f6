/// The parts of a page that its script fills.
enum PageBody {
  static let text = """
    <main>
    <section id="time-line" aria-label="The sound over time">
    <div id="controls" role="group" aria-label="Playing and zooming">
    <button id="play" type="button" hidden>Play</button>
    <output id="clock" for="time">0:00.000</output>
    <label id="seek">Time<input id="time" type="range" min="0" max="1" step="any" value="0"></label>
    <button id="zoom-out" type="button" title="Zoom out (-)">−</button>
    <button id="zoom-in" type="button" title="Zoom in (+)">+</button>
    <button id="zoom-all" type="button" title="The whole sound (0)">All</button>
    </div>
    <div id="plots"></div>
    <p id="readout" aria-live="polite"></p>
    <p id="keys">Keys: space plays; left and right step by one packet, with shift by a tenth of what is shown; + − 0 zoom. A \
    click in a picture goes there, a drag zooms to what it spans.</p>
    </section>
    <section id="problems" hidden><h2>Problems</h2><ul></ul></section>
    <div id="cards">
    <section class="card" id="facts"><h2>Stream</h2><dl></dl></section>
    <section class="card" id="tags"><h2>Tags</h2><dl></dl></section>
    <section class="card" id="structure"><h2>Structure</h2><div class="tree"></div></section>
    </div>
    </main>
    """
}
