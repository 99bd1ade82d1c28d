import { leadEventBase } from "#modules/campaigns/lead-events/lead-event-base.ts";
import { stopSequence } from "#modules/campaigns/enrolments/stop-sequence.ts";
import {
  unsubscribeStatements,
  openCampaignsOf,
} from "#modules/campaigns/unsubscribe/unsubscribe.ts";
import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import type { MatchedSend } from "#modules/inbox/matching/match-store.ts";
import { suppressStatement } from "#modules/leads/suppressions/suppress.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { CampaignId, LeadId, ThreadId } from "#platform/rules/ids.ts";
import { insertOptOut, selectLeadEmail } from "./opt-out-store.ts";

type Guard = Parameters<typeof insertOptOut>[3];

export type OptOut = {
  readonly statements: readonly Statement[];
  /** Events to wake deliveries for. */
  readonly dedupeKeys: readonly string[];
  /** Campaigns that may be finished by it. */
  readonly campaigns: readonly CampaignId[];
};

/** Names the suppressions that an opt-out makes, so that they can be lifted. */
export type OptOutSource = `reply:${string}` | `thread:${string}`;

/**
 * What happens when a lead wants no more mail, for the batch of what says so: its addresses are
 * suppressed, every sequence of it ends, and what ended is kept, for a person who takes it back. The
 * time of `ctx` stands still.
 */
export async function optOut(
  ctx: WorkspaceCtx,
  lead: {
    readonly threadId: ThreadId;
    readonly leadId: LeadId;
    readonly addresses: readonly string[];
  },
  source: OptOutSource,
  guard: Guard,
): Promise<OptOut> {
  const { db, workspaceId } = ctx;
  const { leadId } = lead;
  const [email, campaigns] = await Promise.all([
    selectLeadEmail(db, workspaceId, leadId),
    openCampaignsOf(ctx, leadId),
  ]);
  const addresses = new Set([...lead.addresses, email ?? ""].filter((one) => one !== ""));
  return {
    dedupeKeys: [],
    campaigns,
    statements: [
      insertOptOut(db, workspaceId, { ...lead, source, now: ctx.now() }, guard),
      ...[...addresses].map((one) => suppressStatement(ctx, one, "do_not_contact", guard, source)),
      ...stopSequence(ctx, { leadId, campaignId: "all", status: "unsubscribed", guard }),
    ],
  };
}

/** Who takes an opt-out back knows by its time what it ended. */
export function atOneTime<T extends WorkspaceCtx>(ctx: T): T {
  const now = ctx.now();
  return { ...ctx, now: () => now };
}

/**
 * The opt-out of a lead by its reply. Who asks to be left alone unsubscribes as by a link; an insult
 * is no such wish, though nothing is sent any more.
 */
export async function optOutByReply(
  during: WorkspaceCtx,
  reply: {
    readonly category: ReplyCategory;
    readonly threadId: ThreadId;
    readonly from: string;
    readonly dedupeHash: string;
  },
  send: MatchedSend,
  guard: Guard,
): Promise<OptOut> {
  const ctx = atOneTime(during);
  const { leadId } = send;
  const addresses = [send.toEmail, reply.from];
  const lead = { threadId: reply.threadId, leadId, addresses };
  const all = await optOut(ctx, lead, `reply:${reply.dedupeHash}`, guard);
  if (reply.category !== "do_not_contact") return all;
  const data = (await leadEventBase(ctx, [send.id])).get(send.id);
  if (!data) return all;
  const left = unsubscribeStatements(ctx, send, { ...data, source: "reply" }, guard);
  return {
    ...all,
    dedupeKeys: [left.dedupeKey],
    statements: [...left.statements, ...all.statements],
  };
}
