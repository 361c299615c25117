// Scores every board that stands in the list on standard input, and prints the headlines.
import createClient from "openapi-fetch";
import type { components, paths } from "./referee.js";

declare const process: { argv: string[]; stdin: AsyncIterable<unknown> };

type Score = components["schemas"]["Score"];
type ScoreRequest = components["schemas"]["ScoreRequest"];

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" });

async function score(body: ScoreRequest): Promise<Score> {
  const { data, error } = await client.POST("/v1/score", { body });
  if (data === undefined) {
    throw new Error(error.errors.map((problem) => `${problem.code} at ${problem.pointer}`).join(", "));
  }
  return data;
}

let typed = "";
for await (const chunk of process.stdin) {
  typed += String(chunk);
}
const boards: ScoreRequest[] = JSON.parse(typed);
const rulings = await Promise.all(boards.map(score));
for (const ruling of rulings) {
  for (const line of ruling.lines) {
    for (const [player, points] of Object.entries(line.points)) {
      const total: number | undefined = ruling.players[player]?.after;
      if (total === undefined || points > total) {
        throw new Error(`${player} has ${points} of ${total} points: ${line.text}`);
      }
    }
  }
}
console.log(JSON.stringify(rulings.map((ruling) => ruling.summary)));
