import { ownText } from "#modules/inbox/rules/quote.ts";
import { indexedText } from "#modules/inbox/rules/search/search-words.ts";
import { wordsAbove } from "#modules/inbox/rules/forward.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import type { Db } from "#platform/db/db.ts";
import {
  type Indexed,
  insertIndexed,
  type Pass,
  PASSES,
  readIndexState,
  selectUnindexed,
  type Unindexed,
} from "./index-store.ts";

/** Of one piece: ids that are looked at, messages, and letters that one statement carries. */
const IDS = 5_000;
const MESSAGES = 200;
const LETTERS = 400_000;
/** Pieces of one run: what is left has the next tick. */
const PIECES = 10;

/**
 * Sweep, and after mail came in: brings the search index up to the newest message, also over those
 * from before there was an index. A piece is one batch that names where it began, so that a kill, a
 * repeat or a second run adds nothing twice.
 */
export async function indexMessages({ db }: Pick<Deps, "db">): Promise<void> {
  for (const pass of PASSES) await indexThose(db, pass);
}

async function indexThose(db: Db, pass: Pass): Promise<void> {
  for (let piece = 0; piece < PIECES; piece++) {
    const state = await readIndexState(db, pass);
    if (!state || state.upTo >= state.newest) return;
    const last = Math.min(state.next + IDS, state.newest);
    const found = await selectUnindexed(db, pass, state.upTo, last, MESSAGES);
    const docs = asManyAsFit(found.map(docOf));
    const all = found.length < MESSAGES && docs.length === found.length;
    await insertIndexed(db, pass, docs, state.upTo, all ? last : (docs.at(-1)?.id ?? last));
  }
}

/** What the index holds of a mail. */
export const docOf = (row: Unindexed): Indexed => ({
  id: row.id,
  people: indexedText(row.direction === "inbound" ? `${row.fromName} ${row.fromEmail}` : row.to),
  subject: indexedText(row.subject),
  text: indexedText(row.type === "forward" ? wordsAbove(row.text) : ownText(row.text)),
});

/** At least one. */
function asManyAsFit(docs: readonly Indexed[]): readonly Indexed[] {
  let letters = 0;
  const end = docs.findIndex(({ people, subject, text }, i) => {
    letters += people.length + subject.length + text.length;
    return i > 0 && letters > LETTERS;
  });
  return end < 0 ? docs : docs.slice(0, end);
}
