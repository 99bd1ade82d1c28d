import { sql } from "drizzle-orm";
import { hits } from "#modules/events/schema/events.ts";
import type { Kind } from "#modules/delivery/engine/kind.ts";
import { AWAY_MS, MAILBOX_TROUBLE_WAIT_MS } from "#modules/delivery/rules/leases.ts";
import { mayLeaveNow } from "#modules/campaigns/claim/may-be-written.ts";
import { completeIfFinished } from "#modules/campaigns/protection/complete-campaign.ts";
import { judgeBlocks } from "#modules/campaigns/protection/judge-blocks.ts";
import { slowDown } from "#modules/campaigns/pacing/slow-down.ts";
import { composeSends } from "./compose-sends.ts";
import { gapIsOver, mayLeave } from "./leaving-sql.ts";
import { sendLedger } from "./ledger.ts";
import { selectSendsToSettle } from "./settle-store.ts";
import { settledSends } from "./settled-sends.ts";

/** A campaign's mail: a step of a sequence for one lead. */
export const sendKind: Kind = {
  name: "send",
  ledger: sendLedger,
  mayLeave: mayLeave({
    workspace: sql`l.workspace_id`,
    campaign: sql`l.campaign_id`,
    enrolment: sql`l.enrolment_id`,
    lead: sql`l.lead_id`,
    mailbox: sql`l.mailbox_id`,
  }),
  ready: (now) => gapIsOver(sql`l.mailbox_id`, now),
  open: mayLeaveNow,
  // An answer or a report names the message, or its link or pixel was asked for.
  proof: sql<number>`(l.replied_at IS NOT NULL OR l.bounced_at IS NOT NULL OR l.unsubscribed_at IS NOT NULL
    OR EXISTS (SELECT 1 FROM ${hits} h WHERE h.workspace_id = l.workspace_id AND h.send_id = l.id))`,
  claim: { by: "choice" },
  waits: { away: AWAY_MS, trouble: MAILBOX_TROUBLE_WAIT_MS },
  onTrouble: () => "wait",
  slowed: slowDown,
  compose: composeSends,
  settled: settledSends,
  async repeated(ctx, { id }, outcome, result) {
    if (outcome.kind !== "failed" || !outcome.block) return;
    const [send] = await selectSendsToSettle(ctx.db, ctx.workspaceId, [id]);
    if (!send) return;
    await judgeBlocks(ctx, send.mailboxId, result.response ?? "");
    await completeIfFinished(ctx, send.campaignId);
  },
};
