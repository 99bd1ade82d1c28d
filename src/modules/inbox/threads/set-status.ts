import type { Thread } from "#modules/inbox/contract/threads.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { ThreadId } from "#platform/rules/ids.ts";
import { effectOf } from "#modules/inbox/rules/thread.ts";
import type { ThreadStatus } from "#modules/campaigns/rules/thread-status.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { eventStatements, type NewEvent } from "#modules/events/events/event-statements.ts";
import { leadEventBase } from "#modules/campaigns/lead-events/lead-event-base.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { stopSequence } from "#modules/campaigns/enrolments/stop-sequence.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { suppressStatement } from "#modules/leads/suppressions/suppress.ts";
import { deferSequence } from "./defer-sequence.ts";
import { presentThread } from "./present.ts";
import { findThread } from "./read-thread.ts";
import { changeStatus, selectLastSend, threadUnchangedSince } from "./status-store.ts";
import type { ThreadRow } from "./store.ts";

type Guard = ReturnType<typeof threadUnchangedSince>;

type StatusLimits = {
  readonly from?: readonly ThreadStatus[] | null;
  readonly isQuiet?: boolean;
};

/** Somebody else changed it between reading and writing; read again. */
const MAX_TRIES = 3;

/**
 * Sets a thread's status with its effects, all in one batch: some end the sequence, do_not_contact
 * suppresses the address, out_of_office defers the next step, and the transition into
 * meeting_booked is reported and counted once. Setting the present status does nothing. `markedBy`
 * is who set it: `user:7`, `integration:calendly`. `from`: only a thread with one of these is
 * changed; `isQuiet`: a meeting is neither reported nor counted. Throws `not_found`.
 */
export async function setThreadStatus(
  ctx: WorkspaceCtx,
  id: ThreadId,
  status: ThreadStatus,
  markedBy: string,
  { from = null, isQuiet = false }: StatusLimits = {},
): Promise<Thread> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const row = await findThread(ctx, id);
    if (from !== null && !from.includes(row.thread.status)) return presentThread(row);
    if (row.thread.status === status && !row.thread.isUnread) return presentThread(row);
    if (await change(ctx, row, status, isQuiet ? null : markedBy))
      return presentThread(await findThread(ctx, id));
  }
  throw new AppError("conflict", "Someone else is changing this thread. Try again.");
}

async function change(
  ctx: WorkspaceCtx,
  row: ThreadRow,
  to: ThreadStatus,
  /** Null: quietly. */
  markedBy: string | null,
): Promise<boolean> {
  const { db, workspaceId } = ctx;
  const { thread } = row;
  const guard = threadUnchangedSince(workspaceId, thread);
  const enters = thread.status !== to;
  const meeting =
    enters && to === "meeting_booked" && markedBy !== null
      ? await meetingBooked(ctx, row, markedBy, guard)
      : null;
  const defers = enters && effectOf(to) === "defer";
  const absenceDays = defers ? (await readSettings(ctx)).sending.ooo_fallback_days : 0;
  const results = await runBatch(db, [
    ...(enters ? effects(ctx, row, to, absenceDays, guard) : []),
    ...(meeting?.statements ?? []),
    changeStatus(db, workspaceId, thread, to, ctx.now()),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) return false;
  if (meeting) await wakeDeliveries(ctx, [meeting.dedupeKey]);
  if (enters && thread.campaignId !== null) await completeIfFinished(ctx, thread.campaignId);
  return true;
}

function effects(
  ctx: WorkspaceCtx,
  row: ThreadRow,
  to: ThreadStatus,
  absenceDays: number,
  guard: Guard,
): Statement[] {
  const { campaignId, leadId } = row.thread;
  if (leadId === null) return [];
  switch (effectOf(to)) {
    case "stop":
      if (campaignId === null) return [];
      return stopSequence(ctx, { leadId, campaignId, status: "replied", guard });
    case "stop_everywhere":
      return [
        ...(row.email === null ? [] : [suppressStatement(ctx, row.email, "do_not_contact", guard)]),
        ...stopSequence(ctx, { leadId, campaignId: "all", status: "unsubscribed", guard }),
      ];
    case "defer": {
      if (campaignId === null) return [];
      const until = later(ctx.now(), absenceDays * DAY_MS);
      return deferSequence(ctx, { campaignId, leadId, until }, guard);
    }
    case "none":
      return [];
  }
}

/** The event and its counter; null where the thread belongs to no campaign mail. */
async function meetingBooked(
  ctx: WorkspaceCtx,
  { thread }: ThreadRow,
  markedBy: string,
  guard: Guard,
) {
  const { campaignId, leadId } = thread;
  if (campaignId === null || leadId === null) return null;
  const send = await selectLastSend(ctx.db, ctx.workspaceId, campaignId, leadId);
  const base = send && (await leadEventBase(ctx, [send.id])).get(send.id);
  if (!send || !base) return null;
  // The guard makes it once per transition; the key only has to be new.
  const dedupeKey = `meeting:${thread.id}:${crypto.randomUUID()}`;
  const event: NewEvent = {
    type: "meeting.booked",
    dedupeKey,
    leadId,
    campaignId,
    sendId: send.id,
    data: {
      ...base,
      thread_id: thread.id,
      previous_status: thread.status,
      marked_by: markedBy,
    },
  };
  const { stepId, variant, mailboxId } = send;
  const count = { metric: "meetings_booked", campaignId, stepId, variant, mailboxId } as const;
  return {
    dedupeKey,
    statements: [
      ...eventStatements(ctx, event, guard),
      statStatement(ctx, [{ ...count, at: ctx.now() }], guard),
    ],
  };
}
