import { Unreadable } from "./verify.ts";

/** Far longer than any line of the format. */
const LONGEST = 65_536;

/** The lines of a text that comes in pieces, by line feeds alone. Throws `Unreadable` for endless ones. */
export async function* eachLine(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of pieces) {
    const lines = (rest + piece).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > LONGEST) throw new Unreadable();
    yield* lines;
  }
  if (rest !== "") yield rest;
}
