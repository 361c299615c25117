"use strict";

const call = document.querySelector("#call");
const question = document.querySelector("#question");
const answer = document.querySelector("#answer");
const curl = document.querySelector("#curl");

function showCurl() {
  const body = question.value.replaceAll("'", "'\\''");
  const address = new URL(`v1/${call.value}`, document.baseURI);
  curl.textContent = `curl -H 'Content-Type: application/json' -d '${body}' ${address}`;
}

function laidOut(json) {
  const text = JSON.stringify(json, null, 2);
  return text.replace(/[[{][^[\]{}]*[\]}]/g, (leaf) => (leaf.length < 200 ? leaf.replace(/\s+/g, " ") : leaf));
}

async function load() {
  const response = await fetch("v1/examples/city-8-pennant");
  const example = await response.json();
  call.value = example.call;
  question.value = laidOut(example.request);
  showCurl();
}

async function ask(event) {
  event.preventDefault();
  answer.textContent = "…";
  try {
    const response = await fetch(`v1/${call.value}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: question.value,
    });
    answer.textContent = `${response.status}\n${laidOut(await response.json())}`;
  } catch {
    answer.textContent = "The service did not answer.";
  }
}

document.querySelector("form").addEventListener("submit", ask);
document.querySelector("form").addEventListener("input", showCurl);
load();
