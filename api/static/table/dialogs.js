// Dialogs, which the browser's Back closes: nobody leaves the table by it while one is open.

import { byId } from "./dom.js";
import { showAddress } from "./store.js";

export function followDialogs() {
  for (const button of document.querySelectorAll("dialog [data-close]")) {
    button.addEventListener("click", () => button.closest("dialog")?.close());
  }
  // The event of a dialog does not bubble.
  document.addEventListener("close", () => history.state?.dialog && history.back(), { capture: true });
  window.addEventListener("popstate", () => {
    if (history.state?.dialog) return;
    const open = document.querySelector("dialog[open]");
    if (open) /** @type {HTMLDialogElement} */ (open).close();
    if (open || leaving) showAddress();
    leaving = false;
  });
}

/** Whether the entry of a dialog was left just now. */
let leaving = false;

/** @param {string} id */
export function showDialog(id) {
  byId(id).showModal();
  history.pushState({ ...history.state, dialog: id }, "");
  leaving = true;
}
