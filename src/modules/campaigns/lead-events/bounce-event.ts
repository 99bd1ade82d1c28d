import type { SendResult } from "#platform/wire/transmission.ts";
import type { LeadEventBase } from "#modules/events/rules/event.ts";
import type { NewEvent } from "#modules/events/events/event-statements.ts";
import type { SettlingSend } from "#modules/campaigns/sends/settle-store.ts";

/** What subscribers hear of a refusal, once per send and class; the keys are those of a bounce by mail. */
export const bounceEvent = (
  send: Pick<SettlingSend, "id" | "leadId" | "campaignId">,
  result: SendResult,
  base: LeadEventBase,
  as: "hard" | "block",
): NewEvent => ({
  type: "lead.bounced",
  dedupeKey: as === "hard" ? `bounce:${send.id}` : `bounce:${send.id}:block`,
  leadId: send.leadId,
  campaignId: send.campaignId,
  sendId: send.id,
  data: {
    ...base,
    bounce_type: as === "hard" ? "hard" : "soft",
    block: as === "block",
    code: result.enhanced ?? String(result.code ?? ""),
    reason: result.response ?? "",
    source: "smtp",
  },
});
