import { readFileSync } from "node:fs";

/** What a database and a queue are asked for. */
export type Asked = {
  readonly requests: number;
  readonly statements: number;
  readonly read: number;
  readonly written: number;
  readonly queued: number;
};

/** What is done to one email or mailbox, or each minute: the rows of the table in src/docs/scaling.md. */
export type Done =
  | "stored as a lead"
  | "added to a campaign"
  | "sent"
  | "given its receipt"
  | "opened"
  | "a mailbox read, nothing new"
  | "a tick with nothing to do";

/** What the page says that one of them costs; test/feature/one-email holds the product to it. Throws for a row that is missing. */
export function costOfOne(name: Done): Asked {
  const page = readFileSync("src/docs/scaling.md", "utf8");
  const row = page.split("\n").find((line) => line.startsWith(`| ${name} |`));
  const figures = (row ?? "").split("|").slice(2, 7).map(Number);
  const [requests, statements, read, written, queued] = figures;
  if (
    requests === undefined ||
    statements === undefined ||
    read === undefined ||
    written === undefined ||
    queued === undefined ||
    figures.some(Number.isNaN)
  ) {
    throw new Error(`src/docs/scaling.md has no figures of "${name}"`);
  }
  return { requests, statements, read, written, queued };
}
