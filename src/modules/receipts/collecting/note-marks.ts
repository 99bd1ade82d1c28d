import type { AnswerTo } from "#platform/ctx/hooks.ts";
import { hashesOf } from "#modules/leads/hashes/hashes.ts";
import type { addressErased, optOutsLifted, suppressionsLifted } from "#modules/leads/hooks.ts";
import { databasesOf, type Deps } from "#platform/ctx/ctx.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import {
  forgetReceiptsOf,
  noteLifted,
  noteRestoredTo,
  noteSetBack,
  noteSubscribed,
} from "./marks-store.ts";

/** Entries of the list go in the same batch. */
export const noteLifts: AnswerTo<typeof suppressionsLifted> = (ctx, those) => [
  noteLifted(ctx.db, ctx.workspaceId, those, ctx.now()),
];

/** Opt-outs are taken back in the same batch. */
export const noteOptIns: AnswerTo<typeof optOutsLifted> = (ctx, emails, guard) => {
  const hashes = emails.map((email) => hashesOf(ctx, email).keyed);
  return [noteSubscribed(ctx.db, ctx.workspaceId, hashes, ctx.now(), guard)];
};

/** A person is erased in the same batch: the commitments stay, and what they were made of goes. */
export const forgetErased: AnswerTo<typeof addressErased> = (ctx, email) =>
  forgetReceiptsOf(ctx.db, ctx.workspaceId, hashesOf(ctx, email).keyed, ctx.now());

/** A backup was put back: each chain says so, before anything else is appended to it. */
export async function noteRestored(deps: Deps, from: UnixMs): Promise<void> {
  for (const db of await databasesOf(deps)) await noteRestoredTo(db, from, deps.now());
}

/** The mail service knows more than the database: it was put back by other means. */
export async function noteDatabaseSetBack(deps: Deps): Promise<void> {
  const now = deps.now();
  for (const db of await databasesOf(deps)) await noteSetBack(db, later(now, -DAY_MS), now);
}
