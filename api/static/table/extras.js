// What a game has besides tiles and followers, as forms: everything that can be tapped on the drawing, also for keys and
// screen readers.

import { byId } from "./dom.js";
import { redraw } from "./forms.js";
import { partsOf } from "./games/parts.js";
import { subscribe } from "./store.js";
import { language } from "./words.js";

let drawn = "";

export function showExtras() {
  subscribe((state) => {
    const { game, position, player } = state;
    const { tiles: _, meeples: __, ...rest } = position;
    const wanted = JSON.stringify([language(), game.id, rest, player]);
    if (wanted === drawn) return;
    drawn = wanted;
    const forms = partsOf(position).flatMap((part) => part.form?.(state) ?? []);
    byId("extras").hidden = !forms.length;
    byId("extras-title").textContent = forms.map(({ title }) => title).join(" · ");
    redraw(
      byId("extras-form"),
      forms.flatMap(({ content }) => content),
    );
  });
}
