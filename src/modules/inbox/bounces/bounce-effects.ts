import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import type { Bounce } from "#modules/inbox/rules/kinds/bounce.ts";
import { plainLine } from "#platform/rules/mail/plain-line.ts";
import type { BounceClass, RefusalSubject } from "#platform/rules/mail/refusal.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import type { NewEvent } from "#modules/events/events/event-statements.ts";
import { leadEventBase } from "#modules/campaigns/lead-events/lead-event-base.ts";
import { bounceLead } from "#modules/campaigns/lead-events/bounce-lead.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { selectSoftBounceDays } from "./bounce-store.ts";
import type { MatchedSend } from "#modules/inbox/matching/match-store.ts";

/** Soft bounces on this many days make a hard one. */
const SOFT_DAYS_TO_HARD = 3;

/** What a bounce of this class that came at `at` counts as, with the lead's earlier soft ones. */
export async function weigh(
  ctx: WorkspaceCtx,
  send: MatchedSend,
  { as, about }: { readonly as: BounceClass; readonly about: RefusalSubject },
  at: UnixMs,
): Promise<BounceClass> {
  // Our own limits say nothing about the address, however often they are met.
  if (as !== "soft" || about === "account" || about === "sender") return as;
  const days = await selectSoftBounceDays(ctx.db, ctx.workspaceId, send.leadId, send.id);
  const all = new Set([...days, Math.floor(at / DAY_MS)]);
  return all.size >= SOFT_DAYS_TO_HARD ? "hard" : "soft";
}

/** Names the event: a refusal during the dialogue takes the same key, so one hard bounce per send. */
export const bounceKey = (send: MatchedSend, as: BounceClass): string =>
  as === "hard" ? `bounce:${send.id}` : `bounce:${send.id}:${as}`;

/** Counts it for step, variant and mailbox while `guard` holds; a soft one apart. */
export function countBounce(
  ctx: WorkspaceCtx,
  send: MatchedSend,
  as: BounceClass,
  guard: Parameters<typeof bounceLead>[2],
): Statement {
  const { campaignId, stepId, variant, mailboxId } = send;
  const metric = as === "hard" ? ("bounces" as const) : ("soft_bounces" as const);
  return statStatement(
    ctx,
    [{ metric, campaignId, stepId, variant, mailboxId, at: ctx.now() }],
    guard,
  );
}

/** The address does not exist. */
export const hardEffects = (
  ctx: WorkspaceCtx,
  { leadId, toEmail: email }: MatchedSend,
  guard: Parameters<typeof bounceLead>[2],
): Statement[] => bounceLead(ctx, { leadId, email }, guard);

/** What subscribers hear of a bounce, once per `dedupeKey`. */
export async function bouncedEvent(
  ctx: WorkspaceCtx,
  send: MatchedSend,
  bounce: Pick<Bounce, "code" | "reason">,
  as: BounceClass,
  dedupeKey: string,
  source = "dsn",
): Promise<NewEvent | null> {
  const base = (await leadEventBase(ctx, [send.id])).get(send.id);
  if (!base) return null;
  return {
    type: "lead.bounced",
    dedupeKey,
    leadId: send.leadId,
    campaignId: send.campaignId,
    sendId: send.id,
    data: {
      ...base,
      bounce_type: as === "hard" ? "hard" : "soft",
      block: as === "block",
      code: bounce.code,
      reason: plainLine(bounce.reason, 500),
      source,
    },
  };
}
