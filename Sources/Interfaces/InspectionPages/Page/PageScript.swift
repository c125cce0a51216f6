/// The program of a page, which draws its JSON object. It reads and writes nothing but the page, and inserts text only
/// as text.
enum PageScript {
  /// The script's SHA-256 in the notation of policies; a test compares it with the text.
  static let digest = "sha256-qzUSqw+Fm3gXWObHljTCyeOZASyhvfsrEFkEkVjBthM="

  static let text = [start, time, sound, packets, facts, run].joined(separator: "\n")

  /// The script that the other parts share: the object, ways to make elements and to name numbers.
  private static let start = """
    "use strict";
    addEventListener("error", event => { document.documentElement.dataset.failed = event.message; });
    const data = JSON.parse(document.getElementById("inspection").textContent);
    const { info, sound, packets } = data;
    const get = id => document.getElementById(id);
    const make = (tag, text, className) => {
      const element = document.createElement(tag);
      if (text !== undefined) element.textContent = text;
      if (className) element.className = className;
      return element;
    };
    const color = name => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
    const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
    const decibels = amplitude => amplitude > 0 ? (20 * Math.log10(amplitude)).toFixed(1).replace("-", "−") : "−∞";
    const signed = (value, digits = 1) => value === null || value === undefined ? "−∞" : value.toFixed(digits).replace("-", "−");
    const grouped = number => String(number).replace(/\\B(?=(\\d{3})+(?!\\d))/g, "\\u2009");
    const bytes = count => count < 10000 ? count + " B" : count < 1e7 ? (count / 1000).toFixed(1) + " kB" : (count / 1e6).toFixed(1) + " MB";
    const clock = (seconds, digits = 3) => {
      const whole = Math.max(0, seconds), minutes = Math.floor(whole / 60), hours = Math.floor(minutes / 60);
      const rest = (whole % 60).toFixed(digits).padStart(digits ? digits + 3 : 2, "0");
      return hours ? hours + ":" + String(minutes % 60).padStart(2, "0") + ":" + rest : minutes + ":" + rest;
    };
    // The bytes of a text in base 64.
    const decode = text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0));
    """
}
