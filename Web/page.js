"use strict";
addEventListener("error", event => { document.documentElement.dataset.failed = event.message; });
const get = id => document.getElementById(id);
const state = text => { get("state").textContent = text; };
let sound, count = 0;

// The module and what works with it live in a worker, so that the page goes on while a file is read.
const source = get("toolbox").textContent + get("work").textContent;
const worker = new Worker(URL.createObjectURL(new Blob([source], { type: "text/javascript" })));
worker.onerror = event => state(`The worker has stopped: ${event.message}`);
worker.postMessage({ module: Uint8Array.from(atob(get("module").textContent), letter => letter.charCodeAt(0)) });

worker.onmessage = ({ data }) => {
  if (data.number !== count) return;
  if (data.error) {
    get("viewer").hidden = true;
    document.documentElement.dataset.done = "error";
    return state(`${data.name}: ${data.error}`);
  }
  // The viewer is that of `af inspect --html`; the sound comes from memory in place of the page's own text.
  let page = data.page;
  if (sound) URL.revokeObjectURL(sound);
  sound = data.wave && URL.createObjectURL(new Blob([data.wave], { type: "audio/wav" }));
  if (sound) page = page.replace("media-src data:", "media-src blob:").replace("</header>", `</header>\n<audio id="sound" preload="auto" src="${sound}"></audio>`);
  get("viewer").srcdoc = page;
  get("viewer").hidden = false;
  document.documentElement.dataset.done = data.checksum;
  state(`${data.name}, read in ${(data.milliseconds / 1000).toFixed(1)} s.`);
};

async function show(file) {
  const number = ++count;
  delete document.documentElement.dataset.done;
  state(`${file.name} is being read …`);
  const bytes = new Uint8Array(await file.arrayBuffer());
  worker.postMessage({ number, name: file.name, bytes }, [bytes.buffer]);
}

get("file").addEventListener("change", event => { if (event.target.files.length) show(event.target.files[0]); });
addEventListener("dragover", event => { event.preventDefault(); document.body.className = "over"; });
addEventListener("dragleave", () => { document.body.className = ""; });
addEventListener("drop", event => {
  event.preventDefault();
  document.body.className = "";
  if (event.dataTransfer.files.length) show(event.dataTransfer.files[0]);
});
document.documentElement.dataset.ready = "yes";
