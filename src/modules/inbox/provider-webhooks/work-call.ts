import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import { describe } from "#platform/ctx/log.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { ProviderNotice } from "#modules/inbox/rules/providers/notice.ts";
import type { NoticeProvider } from "#modules/events/rules/notices.ts";
import { DAY_MS, HOUR_MS, later, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { findNoticed } from "#modules/inbox/bounces/find-noticed.ts";
import { takeNotice } from "#modules/inbox/bounces/take-notice.ts";
import { deleteOldCalls, rescheduleCall, selectDueCalls, selectOpenCall } from "./calls-store.ts";
import { SOURCES } from "./sources.ts";

/**
 * A provider may report on a mail before our own record of it is complete: a report that matches no
 * send is looked at again after these waits, 72 hours in all.
 */
const WAITS_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  10 * MINUTE_MS,
  HOUR_MS,
  10 * HOUR_MS,
  60 * HOUR_MS,
] as const;
/** So long a call is known as a repeat; then its raw text goes. */
const KEPT_MS = 31 * DAY_MS;
const PER_SWEEP = 500;

/** Works on a stored call. Safe to repeat: what a notice causes happens once. */
export async function workCall(deps: Deps, callId: number): Promise<Outcome> {
  const call = await selectOpenCall(deps.install, callId);
  if (!call) return done;
  const { provider, attempts } = call;
  let unmatched = 0;
  for (const notice of readNotices(deps, call)) {
    if (!(await settle(deps, call.workspaceId, provider, notice))) unmatched++;
  }
  const wait = unmatched === 0 ? undefined : WAITS_MS[attempts];
  const dueAt = wait === undefined ? null : later(deps.now(), wait);
  await rescheduleCall(deps.install, callId, dueAt, attempts + 1);
  return done;
}

type OpenCall = NonNullable<Awaited<ReturnType<typeof selectOpenCall>>>;

function readNotices(deps: Deps, call: OpenCall): readonly ProviderNotice[] {
  try {
    return SOURCES[call.provider].read(call.body);
  } catch (cause) {
    const { id, provider } = call;
    deps.log("provider_call.unreadable", { id, provider, cause: describe(cause) }, "error");
    return [];
  }
}

/** False: it names none of our mails. Nobody waits for good news of strangers. */
async function settle(
  deps: Deps,
  scope: WorkspaceId | 0,
  provider: NoticeProvider,
  notice: ProviderNotice,
): Promise<boolean> {
  const found = await findNoticed(deps, scope, notice);
  for (const { workspaceId, match } of found) {
    await takeNotice(inWorkspace(deps, workspaceId), match, notice, provider);
  }
  return found.length > 0 || notice.kind === "delivered";
}

/** Sweep: wakes calls that are due, one after the other, and forgets old ones. */
export async function wakeDueCalls(deps: Deps): Promise<void> {
  for (const { id } of await selectDueCalls(deps.install, deps.now(), PER_SWEEP)) {
    await deps.queue.send({ type: "provider.call.v1", callId: id });
  }
  await deleteOldCalls(deps.install, later(deps.now(), -KEPT_MS), PER_SWEEP);
}
