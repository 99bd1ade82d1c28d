import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { HitId } from "#platform/rules/ids.ts";
import { noteHitCauses, noteReplyCause } from "./causes-store.ts";

type Said = Parameters<typeof noteReplyCause>[2];
type Guard = Parameters<typeof noteReplyCause>[4];

/** A reply got a category: a cause of rules, for the batch that says so, under its condition. */
export const causeOfReply = (ctx: WorkspaceCtx, said: Said, guard: Guard): Statement =>
  noteReplyCause(ctx.db, ctx.workspaceId, said, ctx.now(), guard);

/** People clicked or opened, as these hits were judged: behind what writes their verdicts, in its batch. */
export const causesOfHits = (ctx: WorkspaceCtx, ids: readonly HitId[], guard: Guard): Statement[] =>
  ids.length === 0 ? [] : noteHitCauses(ctx.db, ctx.workspaceId, ids, ctx.now(), guard);
