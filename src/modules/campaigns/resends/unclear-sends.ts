import type {
  SendAgainBody,
  UnclearQuery,
  UnclearSend,
} from "#modules/campaigns/contract/unclear-sends.ts";
import { callerName, type MemberCtx, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { scheduleFor } from "#modules/campaigns/rules/lead-schedule.ts";
import { nextOpening } from "#platform/rules/schedule.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import {
  asId,
  type CampaignId,
  type LeadId,
  type SendId,
  type UnixMs,
} from "#platform/rules/ids.ts";
import {
  type AgainFacts,
  againDueAt,
  againRefusal,
  againWaits,
} from "#modules/campaigns/rules/leaving/again.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { afterCursor, COUNTED_TO, cutPage, pageOf } from "#platform/http/paging.ts";
import { askAgain, whileMayAsk } from "./resend-store.ts";
import {
  countUnclearSends,
  selectForAgain,
  selectUnclearSends,
  type UnclearRow,
} from "./unclear-store.ts";

/** A campaign's mails of which nobody knows whether they arrived, newest first. Throws `not_found`. */
export async function listUnclear(ctx: WorkspaceCtx, campaignId: CampaignId, query: UnclearQuery) {
  const { db, workspaceId } = ctx;
  await findCampaign(ctx, campaignId);
  const before = afterCursor(query.cursor);
  const leadId = query.lead_id === undefined ? null : asId<LeadId>(query.lead_id);
  const found = await selectUnclearSends(db, workspaceId, campaignId, leadId, {
    before,
    limit: query.limit + 1,
    offset: before === null ? (query.page - 1) * query.limit : 0,
  });
  const { rows, nextCursor } = cutPage(found, query, (row) => row.id);
  const n = await countUnclearSends(db, workspaceId, campaignId, leadId, COUNTED_TO + 1);
  return {
    data: rows.map((row) => present(row, ctx.now())),
    pagination: pageOf(query, n, nextCursor),
  };
}

/**
 * Asks for one more try of a mail whose outcome is unclear: it leaves from its mailbox, within its
 * hours and limits, once its Sent folder was looked through; its sequence is where it is. Asking
 * again while it waits changes nothing. Throws `not_found`, `invalid_state` with the reason where it
 * cannot be sent, `conflict` where somebody was faster than the caller knew.
 */
export async function sendAgain(
  ctx: MemberCtx,
  campaignId: CampaignId,
  id: SendId,
  body: SendAgainBody,
): Promise<UnclearSend> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  await findCampaign(ctx, campaignId);
  const row = await selectForAgain(db, workspaceId, campaignId, id);
  if (!row) throw notFound("mail in this campaign");
  const refusal = againRefusal(factsOf(row, now));
  if (refusal !== null) throw new AppError("invalid_state", refusal);
  const ask = {
    id,
    by: callerName(ctx.caller),
    now,
    dueAt: againDueAt(row.finishedAt ?? now, now),
    times: body.times ?? null,
  };
  const results = await runBatch(db, [
    auditStatement(
      ctx,
      {
        action: "send.asked_again",
        workspaceId,
        target: { type: "send", id },
        details: { campaign_id: campaignId, lead_id: row.leadId },
      },
      whileMayAsk(workspaceId, ask),
    ),
    askAgain(db, workspaceId, ask),
  ]);
  const won = (results.at(-1) as unknown[]).length > 0;
  const after = (await selectForAgain(db, workspaceId, campaignId, id)) ?? row;
  if (!won) assertAsked(after, now);
  return present(after, now);
}

/** Somebody was faster: fine where the mail is on its way again. */
function assertAsked(row: UnclearRow, now: UnixMs): void {
  const refusal = againRefusal(factsOf(row, now));
  if (refusal !== null) throw new AppError("invalid_state", refusal);
  if (row.again && ["queued", "leased", "sending"].includes(row.again.state)) return;
  throw new AppError(
    "conflict",
    "Someone else already sent this email again. Check the result first.",
  );
}

function factsOf(row: UnclearRow, now: UnixMs): AgainFacts {
  return {
    now,
    dueAt: row.again?.dueAt ?? null,
    state: row.state,
    evidence: row.evidence,
    isPaused: row.isPaused === 1,
    campaignStatus: row.campaignStatus,
    scheduleOver: nextOpening(scheduleFor(row.schedule, row.zone), now) === null,
    enrolment: row.enrolment,
    hasMailbox: row.hasMailbox === 1,
    mailboxStatus: row.mailboxStatus,
    email: row.email,
    toEmail: row.toEmail,
    unsubscribed: row.unsubscribed === 1,
    bounced: row.bounced === 1,
    suppressed: row.suppressed === 1,
    hasCopy: row.hasCopy === 1,
  };
}

type AgainState = NonNullable<UnclearSend["again"]>["state"];
const AGAIN: Readonly<Record<UnclearRow["state"], AgainState>> = {
  queued: "waiting",
  leased: "on_its_way",
  sending: "on_its_way",
  unknown: "unclear",
  failed: "refused",
  sent: "given_up",
  skipped: "given_up",
  cancelled: "given_up",
};

function present(row: UnclearRow, now: UnixMs): UnclearSend {
  const facts = factsOf(row, now);
  return {
    id: row.id,
    campaign_id: row.campaignId,
    lead_id: row.leadId,
    email: row.toEmail,
    step: row.step,
    subject: row.subject,
    mailbox_id: row.mailboxId,
    mailbox: row.mailbox ?? "",
    at: iso(row.finishedAt ?? now),
    response: row.response ?? "",
    refusal: againRefusal(facts),
    again: row.again && presentAgain(row.again, facts),
  };
}

function presentAgain(
  again: NonNullable<UnclearRow["again"]>,
  facts: AgainFacts,
): UnclearSend["again"] {
  const state = AGAIN[again.state];
  const isWaiting = state === "waiting";
  return {
    state,
    times: again.times,
    asked_at: iso(again.askedAt),
    asked_by: again.askedBy,
    not_before: isoOrNull(isWaiting ? again.dueAt : null),
    waits_for: isWaiting ? againWaits(facts) : null,
    response: again.smtpResponse ?? "",
  };
}
