import { z } from "zod";
import type { DeadLetter } from "#modules/operations/contract/dead-letters.ts";
import type { PageQuery } from "#platform/contract/common.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import { COUNTED_TO, pageOf } from "#platform/http/paging.ts";
import { workTypeOf } from "./keep-dead-letter.ts";
import { countLetters, type LetterRow, selectLetters } from "./store.ts";

/** Messages that were given up, newest first. */
export async function listLetters(deps: Deps, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const [rows, total] = await Promise.all([
    selectLetters(deps.install, before, page),
    countLetters(deps.install, COUNTED_TO + 1),
  ]);
  const data = rows.slice(0, query.limit).map(present);
  return { data, pagination: pageOf(query, total, nextCursor(rows)) };
}

/** What is shown of a body; of hits and other lists nothing. */
const Shown = z.object({
  workspaceId: z.int().nullable().catch(null),
  trace: z.string().nullable().catch(null),
});

function present(row: LetterRow): DeadLetter {
  const shown = Shown.safeParse(row.body).data;
  return {
    id: row.id,
    type: workTypeOf(row.body),
    workspace_id: shown?.workspaceId ?? null,
    attempts: row.attempts,
    reason: row.reason,
    request_id: shown?.trace ?? null,
    created_at: iso(row.createdAt),
    replay_at: isoOrNull(row.replayAt),
  };
}
