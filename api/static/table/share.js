// Taking the position along: a link, its QR code, the request as JSON and for a terminal, a picture, paper.

import { showDialog } from "./dialogs.js";
import { byId, s } from "./dom.js";
import { qrCode } from "./qr.js";
import { post } from "./service.js";
import { address, currentRequest, state, update } from "./store.js";
import { language, say } from "./words.js";

/** Hosts that only this machine calls so. */
const LOCAL = /^(localhost|127\..*|\[::1\]|0\.0\.0\.0)$/;

export function showShare() {
  byId("share").addEventListener("click", open);
  for (const button of document.querySelectorAll("[data-copy]")) {
    button.addEventListener("click", () => copy(/** @type {HTMLElement} */ (button).dataset.copy ?? ""));
  }
  byId("share-send").addEventListener("click", () => navigator.share({ url: address() }).catch(() => {}));
  byId("picture-svg").addEventListener("click", () => download("image/svg+xml", "svg"));
  byId("picture-png").addEventListener("click", () => download("image/png", "png"));
}

function open() {
  byId("share-title").textContent = say(state.playing ? "play.share-title" : "share-title");
  byId("share-link").value = address();
  byId("share-json").value = JSON.stringify(currentRequest().request, null, 1)
    .replace(/\n\s{2,}/g, " ")
    .replace(/\n ?([\]}])/g, "$1");
  byId("share-curl").value = curl();
  byId("share-said").textContent = "";
  drawCode(address());
  // A code with an address that other devices don't know leads nowhere.
  byId("share-local").hidden = !LOCAL.test(location.hostname);
  byId("share-local").textContent = say("share-local", { host: location.hostname });
  // On plain HTTP a browser has no clipboard and nothing to share with: the texts can still be copied by hand.
  for (const button of document.querySelectorAll("[data-copy]"))
    /** @type {HTMLElement} */ (button).hidden = !navigator.clipboard;
  byId("share-send").hidden = !navigator.share;
  showDialog("share-dialog");
}

function curl() {
  const { call, request } = currentRequest();
  const body = JSON.stringify(request).replaceAll("'", "'\\''");
  const where = new URL(`v1/${call}`, document.baseURI);
  const spoken = language() === "en" ? "" : ` -H 'Accept-Language: ${language()}'`;
  return `curl -H 'Content-Type: application/json'${spoken} -d '${body}' ${where}`;
}

/** @param {string} text */
function drawCode(text) {
  const code = qrCode(text);
  const holder = byId("share-qr");
  holder.hidden = !code;
  byId("share-long").hidden = Boolean(code);
  if (!code) return;
  const size = code.length + 8;
  const dark = code.flatMap((row, y) => row.map((on, x) => (on ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  holder.replaceChildren(
    s(
      "svg",
      { viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": say("qr") },
      s("rect", { width: size, height: size, fill: "#fff" }),
      s("path", { d: dark, fill: "#000" }),
    ),
  );
}

/** @param {string} id */
async function copy(id) {
  const field = byId(id);
  try {
    await navigator.clipboard.writeText(field.value);
    byId("share-said").textContent = say("copied");
  } catch {
    field.focus();
    field.select();
    byId("share-said").textContent = say("copy-by-hand");
  }
}

/** @param {string} type @param {string} ending */
async function download(type, ending) {
  const said = byId("share-said");
  const { kind } = state.question;
  const options = kind === "interim" || kind === "final" ? { scores: kind } : {};
  try {
    const response = await post("render", { ...state.position, options }, type);
    if (!response.ok) throw new Error((await response.json()).detail);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await response.blob());
    link.download = `${state.position.variant}.${ending}`;
    link.click();
    URL.revokeObjectURL(link.href);
    said.textContent = "";
    update({ status: say("downloaded") });
  } catch {
    said.textContent = say("no-picture");
  }
}
