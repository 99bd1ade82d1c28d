import type { ThreadMatch } from "#modules/inbox/contract/threads.ts";
import { ownText } from "#modules/inbox/rules/quote.ts";
import { excerptAround } from "#modules/inbox/rules/search/excerpt.ts";
import { type Term, termsOf } from "#modules/inbox/rules/search/search-words.ts";
import type { Db } from "#platform/db/db.ts";
import type { MessageId, ThreadId, WorkspaceId } from "#platform/rules/ids.ts";
import { selectFoundThreads, selectTexts } from "./find-store.ts";

/** What a search found in a database. */
export type Found = {
  /** Where it was looked for. */
  readonly workspaces: readonly WorkspaceId[];
  readonly ids: readonly ThreadId[];
  readonly terms: readonly Term[];
  readonly messages: ReadonlyMap<ThreadId, MessageId>;
};

/** The threads of these workspaces that a search text means; null: it is empty and means all. */
export async function findThreads(
  db: Db,
  workspaces: readonly WorkspaceId[],
  text: string | undefined,
): Promise<Found | null> {
  const q = text?.trim() ?? "";
  if (q === "") return null;
  // The space behind a word ends it.
  const terms = termsOf(text?.trimStart() ?? "");
  if (workspaces.length === 0) return { workspaces, ids: [], terms, messages: new Map() };
  const rows = await selectFoundThreads(db, workspaces, terms, q);
  return {
    workspaces,
    ids: rows.map(({ id }) => id),
    terms,
    messages: new Map(
      rows.flatMap(({ id, messageId }) => (messageId === null ? [] : [[id, messageId] as const])),
    ),
  };
}

/** What was found in the messages of these threads, for those of a page. */
export async function matchesOf(
  db: Db,
  found: Found | null,
  ids: readonly ThreadId[],
): Promise<ReadonlyMap<ThreadId, ThreadMatch>> {
  const shown = ids.flatMap((id) => {
    const messageId = found?.messages.get(id);
    return messageId === undefined ? [] : [{ id, messageId }];
  });
  if (!found || shown.length === 0) return new Map();
  const rows = await selectTexts(
    db,
    found.workspaces,
    shown.map(({ messageId }) => messageId),
  );
  const texts = new Map(rows.map(({ id, text }) => [id, text]));
  return new Map(
    shown.flatMap(({ id, messageId }) => {
      const segments = excerptAround(ownText(texts.get(messageId) ?? ""), found.terms);
      return segments.length === 0 ? [] : [[id, { message_id: messageId, segments }] as const];
    }),
  );
}
