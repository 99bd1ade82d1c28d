import { listSteps } from "#modules/campaigns/steps/find-step.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { nextSendAt } from "#modules/campaigns/rules/sending/next-send.ts";
import type { EnrolmentStatus } from "#modules/campaigns/rules/states.ts";
import { replyTo } from "#modules/campaigns/rules/template/subject.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { unknownMessageId } from "#modules/delivery/rules/message-id.ts";
import { fitsHeader } from "#modules/delivery/rules/server-message-id.ts";
import { suppressStatement } from "#modules/leads/suppressions/suppress.ts";
import type { MoveRow } from "#modules/moving/moves/store.ts";
import {
  countPlaces,
  type FoundRowOf,
  markMoved,
  selectMailsOf,
} from "#modules/moving/reading/found-store.ts";
import type { FoundOf } from "#modules/moving/rules/found.ts";
import { type MovedMail, type Standing, standingOf } from "#modules/moving/rules/places.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { afterDelay } from "#platform/rules/schedule.ts";
import { type LeadId, type MailboxId, type UnixMs, unixMs } from "#platform/rules/ids.ts";
import type { MoveCampaignRow } from "./campaign-store.ts";
import { mailboxesNamed } from "./made-store.ts";
import { selectFolderMails } from "#modules/moving/checking/mails-store.ts";
import { conversationOf } from "./conversations.ts";
import { leadsByAddress } from "#modules/leads/lists/by-name.ts";
import {
  markLeads,
  type NewMail,
  type NewPlace,
  putMails,
  putPlaces,
  putThread,
  changedRows,
  showMails,
} from "./places-store.ts";

type PlaceRow = FoundRowOf<"place">;

/** Places of one batch: with their mails, some hundred kilobytes. */
export const PLACES_AT_ONCE = 100;

/**
 * Gives the leads of a campaign their places: where each stands, what it got already, what was said.
 * Safe to repeat; what is known better now replaces what was, and nobody goes back a step.
 */
export async function bringPlaces(
  ctx: MemberCtx,
  move: MoveRow,
  choice: MoveCampaignRow,
  found: FoundOf<"campaign">,
  rows: readonly PlaceRow[],
): Promise<void> {
  const { install, db, workspaceId } = ctx;
  const { campaignId } = choice;
  if (campaignId === null) return;
  const campaign = await findCampaign(ctx, campaignId);
  const emails = [...new Set(rows.map(({ email }) => email))];
  const [steps, ids, mailRows, folder, shared] = await Promise.all([
    listSteps(ctx, campaignId),
    leadsByAddress(ctx, emails),
    selectMailsOf(install, move.id, choice.ref, emails),
    selectFolderMails(install, move.id, workspaceId, emails),
    countPlaces(install, move.id, emails),
  ]);
  if (steps.length === 0) {
    const done = rows.map(({ id }) => ({ id, workspaceId, ourId: null, note: NO_STEPS }));
    await runBatch(install, [markMoved(install, done)]);
    return;
  }
  const mails = Map.groupBy(mailRows, ({ email }) => email);
  const copies = Map.groupBy(folder, ({ email }) => email);
  const read = rows.map((row) => {
    const own = (mails.get(row.email) ?? []).map(({ data }) => data);
    const standing = standingOf({
      place: row.data,
      mails: own,
      folder: copies.get(row.email) ?? [],
      steps: found.steps,
      count: steps.length,
      senders: found.senders,
      campaigns: shared.get(row.email) ?? 1,
      now: ctx.now(),
    });
    return { row, own, standing, leadId: ids.get(row.email) ?? null };
  });
  const senders = new Set(
    read.flatMap(({ row, own, standing }) => [
      standing.sender ?? "",
      ...standing.mails.map(({ sender }) => sender ?? ""),
      ...own.map(({ sender }) => sender.trim().toLowerCase()),
      ...(copies.get(row.email) ?? []).map(({ mailbox }) => mailbox),
    ]),
  );
  const boxes = await mailboxesNamed(db, workspaceId, [...senders]);
  const now = ctx.now();
  const places: NewPlace[] = [];
  const ledger: NewMail[] = [];
  const conversations: Statement[] = [];
  const bounced: LeadId[] = [];
  const left: LeadId[] = [];
  const suppressed: Statement[] = [];
  const done: Parameters<typeof markMoved>[1][number][] = [];
  for (const { row, own, standing, leadId } of read) {
    const noted = (note: string | null) =>
      done.push({ id: row.id, workspaceId, ourId: leadId, note });
    if (leadId === null) {
      noted("The lead could not be stored.");
      continue;
    }
    if (standing.status === "bounced") bounced.push(leadId);
    if (standing.status === "unsubscribed") left.push(leadId);
    if (standing.status === "bounced" || standing.status === "unsubscribed") {
      suppressed.push(suppressStatement(ctx, row.email, standing.status));
    }
    const step = stepOf(standing, choice, steps.length);
    if (step === null) {
      noted(UNCLEAR);
      continue;
    }
    const box = (email: string | null): MailboxId | null =>
      email === null ? null : (boxes.get(email) ?? null);
    const lastAt = standing.lastAt ?? (step > 0 ? (move.readAt ?? now) : null);
    places.push({
      leadId,
      step,
      ...placeOf(standing, step, steps.length, box(standing.sender) !== null),
      nextSendAt: dueAt(standing, step, { steps, schedule: campaign.schedule, lastAt, now }),
      mailboxId: box(standing.sender),
    });
    ledger.push(
      ...steps.slice(0, step).map((ours, i): NewMail => {
        const mail = standing.mails.find((one) => one.step === i + 1);
        return ledgerMail(ours.id, i + 1, {
          leadId,
          key: `${workspaceId}.${campaignId}.${leadId}.${ours.id}`,
          toEmail: row.email,
          mail,
          mailboxId: box(mail?.sender ?? standing.sender) ?? 0,
          earlier: standing.mails.find((one) => one.step <= i && one.subject !== ""),
          sameThread: found.steps[i]?.same_thread ?? false,
          at: unixMs(mail?.at ?? lastAt ?? now),
        });
      }),
    );
    const said = conversationOf(own, copies.get(row.email) ?? [], row, boxes, now);
    if (said)
      conversations.push(...putThread(db, workspaceId, { campaignId, leadId, ...said }, now));
    noted(standing.notes.length > 0 ? standing.notes.join(" ") : null);
  }
  const { insert, update } = putPlaces(db, workspaceId, campaignId, places, now);
  await runBatch(db, [
    ...suppressed,
    ...markLeads(db, workspaceId, { bounced, left }, now),
    insert,
    statStatement(ctx, [{ metric: "leads", campaignId, at: now }], undefined, changedRows),
    update,
    ...putMails(db, workspaceId, campaignId, ledger),
    ...showMails(db, workspaceId, campaignId, ledger, now),
    ...conversations,
  ]);
  await runBatch(install, [markMoved(install, done)]);
}

/** A file of leads has no steps: a person writes them, then it goes on. */
export const NO_STEPS = "The campaign has no steps yet. Write them, then take it over again.";

export const UNCLEAR =
  "Nobody knows which step the lead got last. Choose for the campaign: from the start, go on, or leave out.";

/** The step that the lead got last, or what a person says of those of whom nobody knows; null: it waits. */
function stepOf(standing: Standing, choice: MoveCampaignRow, steps: number): number | null {
  if (standing.step !== null) return standing.step;
  if (
    standing.status !== "running" &&
    standing.status !== "waiting" &&
    standing.status !== "paused"
  ) {
    return 0;
  }
  if (choice.unknownPlaces === "start") return 0;
  if (choice.unknownPlaces === "go_on") {
    return Math.min(Math.max((choice.unknownStep ?? 1) - 1, 0), steps);
  }
  return null;
}

const STATUS: Readonly<
  Record<Exclude<Standing["status"], "waiting" | "running">, EnrolmentStatus>
> = {
  paused: "paused",
  completed: "completed",
  replied: "replied",
  bounced: "bounced",
  unsubscribed: "unsubscribed",
  stopped: "skipped",
};

function placeOf(
  standing: Standing,
  step: number,
  steps: number,
  hasMailbox: boolean,
): { status: EnrolmentStatus } {
  const { status } = standing;
  if (status !== "waiting" && status !== "running") return { status: STATUS[status] };
  if (steps > 0 && step >= steps) return { status: "completed" };
  // Without its mailbox another one of the campaign takes over, as for a new lead.
  return { status: step === 0 || !hasMailbox ? "pending" : "in_progress" };
}

/** When the next step is due: its wait after the last mail, wherever that was sent. */
function dueAt(
  standing: Standing,
  step: number,
  at: {
    steps: Parameters<typeof nextSendAt>[0];
    schedule: Parameters<typeof nextSendAt>[2];
    lastAt: number | null;
    now: UnixMs;
  },
): UnixMs | null {
  if (!["waiting", "running", "paused"].includes(standing.status)) return null;
  const [first] = at.steps;
  if (step === 0) {
    return first ? afterDelay(at.schedule, at.now, first.delay, first.delayUnit) : at.now;
  }
  return nextSendAt(at.steps, step, at.schedule, unixMs(at.lastAt ?? at.now));
}

function ledgerMail(
  stepId: NewMail["stepId"],
  step: number,
  of: {
    leadId: LeadId;
    key: string;
    toEmail: string;
    mail: MovedMail | undefined;
    mailboxId: MailboxId | 0;
    earlier: MovedMail | undefined;
    sameThread: boolean;
    at: UnixMs;
  },
): NewMail {
  const { mail } = of;
  const ids = [mail?.messageId, mail?.otherId].filter(
    (id): id is string => id != null && fitsHeader(id),
  );
  const [messageId, otherId = null] = ids;
  const ownId = unknownMessageId(of.key);
  const inherited = of.sameThread && of.earlier ? replyTo(of.earlier.subject) : "";
  return {
    leadId: of.leadId,
    stepId,
    step,
    mailboxId: of.mailboxId,
    messageId: messageId ?? ownId,
    otherId: otherId === messageId ? null : otherId,
    ownId,
    toEmail: of.toEmail,
    fromEmail: mail?.sender ?? "",
    subject: mail && mail.subject !== "" ? mail.subject : inherited,
    text: mail?.text ?? "",
    isKnown: messageId !== undefined,
    at: of.at,
  };
}
