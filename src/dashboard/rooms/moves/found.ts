import type { Move } from "#modules/moving/contract/moves.ts";

import { t } from "#dashboard/words/words.ts";

type Counts = Move["found"];

/** What was found, each with its number: "310 suppressions", "8,400 leads". */
export function foundWords(found: Counts): string[] {
  const { suppressions, clients, mailboxes, lists, leads, campaigns, places, emails } = found;
  return [
    suppressions > 0 &&
      t("{suppressions, plural, one {# suppression} other {# suppressions}}", { suppressions }),
    clients > 0 && t("{clients, plural, one {# client} other {# clients}}", { clients }),
    mailboxes > 0 && t("{mailboxes, plural, one {# mailbox} other {# mailboxes}}", { mailboxes }),
    lists > 0 && t("{lists, plural, one {# list} other {# lists}}", { lists }),
    leads > 0 && t("{leads, plural, one {# lead} other {# leads}}", { leads }),
    campaigns > 0 && t("{campaigns, plural, one {# campaign} other {# campaigns}}", { campaigns }),
    places > 0 &&
      t("{leads, plural, one {# lead in campaigns} other {# leads in campaigns}}", {
        leads: places,
      }),
    emails > 0 && t("{emails, plural, one {# email} other {# emails}}", { emails }),
  ].filter((words) => words !== false);
}

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
