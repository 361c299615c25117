// The calls of the service. Every ruling comes from here.

import { language } from "./words.js";

/** The service cannot be reached. */
export class Unreachable extends Error {}

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/**
 * @param {string} path
 * @param {RequestInit & {headers?: Record<string, string>}} [options]
 */
async function call(path, options = {}) {
  try {
    return await fetch(path, { ...options, headers: { "Accept-Language": language(), ...options.headers } });
  } catch {
    throw new Unreachable();
  }
}

/**
 * Reference data, asked for once per language.
 * @param {string} path
 * @param {"json" | "text"} [form]
 * @returns {Promise<any>}
 */
export function get(path, form = "json") {
  const key = `${language()} ${path}`;
  let found = known.get(key);
  if (!found) {
    found = call(path).then((response) => {
      if (!response.ok) throw new Unreachable();
      return response[form]();
    });
    found.catch(() => known.delete(key));
    known.set(key, found);
  }
  return found;
}

/**
 * Asks a question. A refusal is an answer too: `errors` says why.
 * @param {string} name
 * @param {object} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(name, request, signal) {
  const response = await post(name, request, "application/json", signal);
  return response.json();
}

/** The last positions that were found to be possible. @type {Set<string>} */
const possible = new Set();

/**
 * Asks a question about a position. Whether the position is possible at all is asked first, where it is not known: to
 * that, what is wrong is an answer and no refusal.
 * @param {string} name
 * @param {import("./types.js").Position} position
 * @param {object} question
 * @param {AbortSignal} signal
 * @returns {Promise<any>}
 */
export async function judge(name, position, question, signal) {
  const key = `${language()} ${JSON.stringify(position)}`;
  if (name === "validate" || !possible.has(key)) {
    const answer = await ask("validate", position, signal);
    if (name === "validate" || !answer.valid) return answer;
    if (possible.size > 100) possible.clear();
    possible.add(key);
  }
  return ask(name, { ...position, ...question }, signal);
}

/**
 * @param {string} name
 * @param {object} request
 * @param {string} accept
 * @param {AbortSignal} [signal]
 */
export function post(name, request, accept, signal) {
  const headers = { "Content-Type": "application/json", Accept: accept };
  return call(`v1/${name}`, { method: "POST", headers, body: JSON.stringify(request), signal });
}
