import type { Move } from "#modules/moving/contract/moves.ts";
import { counted } from "#dashboard/lib/format.ts";
import { t } from "#dashboard/words/words.ts";

type Counts = Move["found"];

const NAMES: readonly (readonly [keyof Counts, string, string?])[] = [
  ["suppressions", "suppression"],
  ["clients", "client"],
  ["mailboxes", "mailbox", "mailboxes"],
  ["lists", "list"],
  ["leads", "lead"],
  ["campaigns", "campaign"],
  ["places", t("lead in campaigns"), t("leads in campaigns")],
  ["emails", "email"],
];

/** What was found, each with its number: "310 suppressions", "8,400 leads". */
export const foundWords = (found: Counts): string[] =>
  NAMES.filter(([name]) => found[name] > 0).map(([name, one, many]) =>
    counted(found[name], one, many),
  );

/** What is taken over into workspaces; emails and faults stay in the move. */
const TAKEN = ["suppressions", "mailboxes", "lists", "leads", "campaigns", "places"] as const;
export const takenOver = (of: {
  found: Counts;
  waiting: Counts;
}): { all: number; done: number } => {
  const sum = (counts: Counts): number => TAKEN.reduce((all, name) => all + counts[name], 0);
  const all = sum(of.found);
  return { all, done: Math.max(0, all - sum(of.waiting)) };
};
