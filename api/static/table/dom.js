// Elements from a description; text is always text, never markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes `on` holds listeners; false, null and undefined leave an attribute out
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name.startsWith("aria-") && typeof value === "boolean") {
      element.setAttribute(name, String(value));
    } else if (value === false || value === null || value === undefined) {
      element.removeAttribute(name);
    } else if (element.getAttribute(name) !== String(value)) {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  return element;
}

/**
 * An element of the page.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | number | false | null | undefined)} children
 * @returns {any}
 */
export function h(tag, attributes = {}, ...children) {
  const element = set(document.createElement(tag), attributes);
  element.append(...children.filter(shown).map(node));
  return element;
}

/**
 * An element of a drawing.
 * @param {string} tag
 * @param {Record<string, any>} [attributes]
 * @param {...(Node | string | number | false | null | undefined)} children
 * @returns {any}
 */
export function s(tag, attributes = {}, ...children) {
  const element = set(document.createElementNS(SVG, tag), attributes);
  element.append(...children.filter(shown).map(node));
  return element;
}

/** @param {unknown} child */
const shown = (child) => child !== false && child !== null && child !== undefined;

/** @param {any} child */
const node = (child) => (child instanceof Node ? child : String(child));

/**
 * The element of the page with this id.
 * @param {string} id
 * @returns {any}
 */
export const byId = (id) => document.getElementById(id);

/**
 * One of our icons.
 * @param {string} name
 */
export const icon = (name) => s("svg", { class: "icon", "aria-hidden": "true" }, s("use", { href: `#icon-${name}` }));
