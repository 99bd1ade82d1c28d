import type { Thread, ThreadPatch } from "#modules/inbox/contract/threads.ts";
import type { Deps, MemberCtx } from "#platform/ctx/ctx.ts";
import { invalidField, notFound } from "#platform/rules/errors.ts";
import type { ThreadId, UserId } from "#platform/rules/ids.ts";
import { parseIso } from "#platform/rules/time.ts";
import { wakePush } from "#modules/events/push/push-statement.ts";
import { tellAssigned } from "#modules/inbox/assignment/tell-assigned.ts";
import { mayEnter } from "#modules/accounts/workspaces/list-members.ts";
import { presentThread } from "./present.ts";
import { findThread } from "./read-thread.ts";
import { writeThread } from "./update-store.ts";
import { wakeThreads } from "./snooze-store.ts";

const READ_ONLY = [
  ["id", "This field cannot be changed; leave it out."],
  ["workspace_id", "This field cannot be changed; leave it out."],
  ["lead_id", "This field cannot be changed; leave it out."],
  ["campaign_id", "This field cannot be changed; leave it out."],
  ["mailbox_id", "This field cannot be changed; leave it out."],
  ["subject", "This field cannot be changed; leave it out."],
  ["status", "Set it with the /status route of the thread."],
] as const;

/** Changes what people note about a thread. Throws `not_found`, and `validation_failed` for a read-only field and for somebody who may not enter the workspace. */
export async function updateThread(
  ctx: MemberCtx,
  id: ThreadId,
  patch: ThreadPatch,
): Promise<Thread> {
  const thread = presentThread(await findThread(ctx, id));
  for (const [path, hint] of READ_ONLY) {
    const given = patch[path];
    if (given !== undefined && given !== thread[path]) {
      throw invalidField(path, "read_only_field", hint);
    }
  }
  const { assigned_to, snoozed_until } = patch;
  if (assigned_to != null) await assertMember(ctx, assigned_to);
  const notices = tellAssigned(ctx, [id], assigned_to);
  const change = {
    ...(patch.is_unread !== undefined && { isUnread: patch.is_unread }),
    ...(assigned_to !== undefined && { assignedTo: assigned_to }),
    ...(snoozed_until !== undefined && {
      snoozedUntil: snoozed_until === null ? null : parseIso(snoozed_until),
    }),
    ...(patch.tags !== undefined && { tags: [...new Set(patch.tags)] }),
    updatedAt: ctx.now(),
  };
  const written = await writeThread(ctx.db, ctx.workspaceId, id, change, notices);
  if (!written) throw notFound("thread");
  if (notices.length > 0) await wakePush(ctx);
  return presentThread(await findThread(ctx, id));
}

/** Throws `validation_failed` where threads cannot be given to this person. */
export async function assertMember(ctx: MemberCtx, id: UserId): Promise<void> {
  if (await mayEnter(ctx, id)) return;
  throw invalidField("assigned_to", "unknown_user", "Choose somebody who works in this workspace.");
}

const AT_ONCE = 200;

/** Sweep: threads whose snooze is over come back, unread. */
export async function wakeSnoozed(deps: Deps): Promise<void> {
  await wakeThreads(deps.db, deps.now(), AT_ONCE);
}
