import type { ThreadsChange, ThreadsChanged } from "#modules/inbox/contract/threads.ts";
import { callerName, type MemberCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { ThreadId } from "#platform/rules/ids.ts";
import { parseIso } from "#platform/rules/time.ts";
import { wakePush } from "#modules/events/push/push-statement.ts";
import { tellAssigned } from "#modules/inbox/assignment/tell-assigned.ts";
import { setThreadStatus } from "#modules/inbox/threads/set-status.ts";
import { assertMember } from "#modules/inbox/threads/update-thread.ts";
import { writeThreads } from "./store.ts";

/**
 * Changes many threads alike. Answers which were changed, and which are not there or could not be,
 * with the reason; one that fails does not keep the others. Safe to repeat. Throws
 * `validation_failed` for somebody who may not enter the workspace.
 */
export async function changeThreads(ctx: MemberCtx, body: ThreadsChange): Promise<ThreadsChanged> {
  const { status, assigned_to: assignedTo, snoozed_until: until } = body;
  if (assignedTo != null) await assertMember(ctx, assignedTo);
  const ids = [...new Set(body.ids)];
  const notices = tellAssigned(ctx, ids, assignedTo);
  const patch = {
    isUnread: body.is_unread,
    assignedTo,
    snoozedUntil: until == null ? until : parseIso(until),
    addTags: body.add_tags ?? [],
    removeTags: body.remove_tags ?? [],
    now: ctx.now(),
  };
  const here = await writeThreads(ctx.db, ctx.workspaceId, ids, patch, notices);
  if (notices.length > 0) await wakePush(ctx);
  const failed: ThreadsChanged["failed"] = ids
    .filter((id) => !here.has(id))
    .map((id) => ({ id, code: "not_found", detail: "This workspace has no such thread." }));
  const changed: number[] = [];
  for (const id of ids.filter((one) => here.has(one))) {
    const refusal = status === undefined ? null : await sortOne(ctx, id, status);
    if (refusal) failed.push({ id, code: refusal.code, detail: refusal.message });
    else changed.push(id);
  }
  return { changed, failed };
}

async function sortOne(
  ctx: MemberCtx,
  id: ThreadId,
  status: NonNullable<ThreadsChange["status"]>,
): Promise<AppError | null> {
  try {
    await setThreadStatus(ctx, id, status, callerName(ctx.caller));
    return null;
  } catch (cause) {
    if (cause instanceof AppError) return cause;
    throw cause;
  }
}
