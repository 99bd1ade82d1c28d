import type { ThreadPresence, ThreadPresenceBody } from "#modules/inbox/contract/notes.ts";
import { findThread } from "#modules/inbox/threads/read-thread.ts";
import { type Deps, type MemberCtx, personOf } from "#platform/ctx/ctx.ts";
import type { ThreadId } from "#platform/rules/ids.ts";
import { iso, later, SECOND_MS } from "#platform/rules/time.ts";
import { deleteLapsed, deletePresence, selectPresent, writePresence } from "./store.ts";

/** A dashboard says it again every few seconds; one that was closed says nothing more. */
const LASTS_MS = 90 * SECOND_MS;
const FORGOTTEN_AT_ONCE = 1_000;

/** Notes that the caller views or answers a thread for the next 90 seconds, or leaves it. Answers who else does. Throws `not_found`. */
export async function setPresence(
  ctx: MemberCtx,
  threadId: ThreadId,
  { doing }: ThreadPresenceBody,
): Promise<ThreadPresence> {
  const { db, workspaceId } = ctx;
  const { userId, name } = personOf(ctx.caller);
  await findThread(ctx, threadId);
  const place = { workspaceId, threadId, userId };
  const now = ctx.now();
  if (doing === null) await deletePresence(db, place);
  else await writePresence(db, place, { name, doing, until: later(now, LASTS_MS) });
  const others = await selectPresent(db, place, now);
  return {
    others: others.map((other) => ({
      user_id: other.userId,
      name: other.name,
      doing: other.doing,
      until: iso(other.until),
    })),
  };
}

/** Sweep: forgets who was where. */
export const forgetPresence = ({ db, now }: Deps): Promise<void> =>
  deleteLapsed(db, now(), FORGOTTEN_AT_ONCE);
