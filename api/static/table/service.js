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
 * Asks a question in a request of its own. A refusal is an answer too: `errors` says why.
 * @param {string} name
 * @param {object} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(name, request, signal) {
  const response = await post(name, request, "application/json", signal);
  return response.json();
}

/** How long a question waits for others to go along with it, in milliseconds. */
const PAUSE = 80;

/** @typedef {{call: string, request: object, answer: (answer: any) => void, fail: (problem: unknown) => void}} Asked */

/** @type {Asked[]} */
let waiting = [];

/**
 * Asks a question about a position. What is asked at the same moment goes in one request, in which a refusal is an
 * answer too: `errors` says why.
 * @param {string} name
 * @param {object} position
 * @param {object} question what it asks besides the position
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export function judge(name, position, question, signal) {
  return new Promise((answer, fail) => {
    const asked = { call: name, request: { ...position, ...question }, answer, fail };
    if (!waiting.length) setTimeout(send, PAUSE);
    waiting.push(asked);
    // What nobody waits for any more need not be asked.
    signal?.addEventListener("abort", () => (waiting = waiting.filter((other) => other !== asked)));
  });
}

async function send() {
  const asked = waiting;
  waiting = [];
  if (!asked.length) return;
  const body = asked.map(({ call: name, request }, id) => JSON.stringify({ id, call: name, request })).join("\n");
  const headers = { "Content-Type": "application/x-ndjson" };
  try {
    const response = await call("v1/batch", { method: "POST", headers, body });
    if (!response.ok) throw new Unreachable();
    for (const line of (await response.text()).split("\n").filter(Boolean)) {
      const { id, answer, problem } = JSON.parse(line);
      asked[id]?.answer(answer ?? problem);
    }
  } catch (problem) {
    // A connection that breaks in the middle of the answer is as good as none.
    for (const { fail } of asked) fail(problem instanceof Unreachable ? problem : new Unreachable());
  }
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
