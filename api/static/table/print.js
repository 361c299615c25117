// The board on paper: fitted to it, with the game, its rules, the players and the ruling.

import { extentOf } from "./board.js";
import { byId, h } from "./dom.js";
import { valueWords } from "./ruleform.js";
import { gameWords } from "./setup.js";
import { state } from "./store.js";
import { knows, say } from "./words.js";

export function followPrint() {
  window.addEventListener("beforeprint", () => byId("paper").replaceChildren(...paper()));
  window.addEventListener("afterprint", () => byId("paper").replaceChildren());
  byId("print").addEventListener("click", () => {
    byId("share-dialog").close();
    window.print();
  });
}

function paper() {
  const { position, game } = state;
  const rules = game.rules
    .filter((rule) => !Array.isArray(rule.default))
    .map((rule) => {
      const value = position.rules?.[rule.name] ?? rule.default;
      return `${knows(`rule.${rule.name}`) ? say(`rule.${rule.name}`) : rule.meaning}: ${valueWords(rule, value)}`;
    });
  const players = position.players.map(({ name, score = 0 }) => `${name} ${score}`).join(" · ");
  // Of a game that is played along, its report and its log.
  const ruling = byId(state.playing ? "play" : "answer").cloneNode(true);
  for (const one of [ruling, ...ruling.querySelectorAll("[id]")]) one.removeAttribute("id");
  const tools = ".rule, .remedies, .primary, .rule-text[hidden], .row, .besides, .questions, .check";
  for (const one of ruling.querySelectorAll(tools)) one.remove();
  for (const one of ruling.querySelectorAll("details")) one.open = true;
  return [
    h("h1", {}, gameWords([position.variant, ...(position.expansions ?? [])].join("+"))),
    h("p", {}, players),
    h("p", { class: "hint" }, rules.join(" · ")),
    board(),
    ruling,
  ];
}

/** The board as it is shown, without what is only there to be tapped. */
function board() {
  const { west, north, east, south } = extentOf(state, 0.1);
  const drawing = byId("world").cloneNode(true);
  for (const one of drawing.querySelectorAll(".cell.open, #spots > *, .mark.selected, .mark.halo, .mark.next"))
    one.remove();
  for (const one of [drawing, ...drawing.querySelectorAll("[id]")]) one.removeAttribute("id");
  for (const one of drawing.querySelectorAll("[tabindex], [role]")) {
    one.removeAttribute("tabindex");
    one.removeAttribute("role");
  }
  drawing.removeAttribute("style");
  drawing.setAttribute("class", "paper-board");
  drawing.setAttribute("viewBox", `${west} ${north} ${east - west} ${south - north}`);
  drawing.removeAttribute("width");
  drawing.removeAttribute("height");
  return drawing;
}
