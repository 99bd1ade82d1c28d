import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { localDay } from "#platform/rules/schedule.ts";
import type { CampaignId, MailboxId } from "#platform/rules/ids.ts";
import {
  type CampaignRoom,
  type ReadyMailbox,
  turnOrder,
} from "#modules/campaigns/rules/sending/allocate.ts";
import { burstOf, effectiveDailyLimit } from "#modules/mailboxes/rules/limits.ts";
import { campaignDay, type CampaignDay } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import { domainOfSender } from "#modules/campaigns/pacing/load-pacing.ts";
import { senderProvider } from "#modules/mailboxes/rules/provider.ts";
import { type Month } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import { quotasOf } from "#modules/accounts/workspaces/quotas.ts";
import { monthSlot } from "./mails-of-month.ts";
import { daysSent } from "./days-sent.ts";
import type { ActiveCampaign, ReadyMailboxRow } from "./due-store.ts";
import { selectLastUsed, selectUsage, slotName, type UsageSlot } from "./capacity-store.ts";

/** What the day's limits leave to each mailbox and campaign. */
export type Capacity = {
  readonly mailboxes: readonly ReadyMailbox[];
  /** Without the domains' limits, which depend on who is due. */
  readonly rooms: ReadonlyMap<CampaignId, Omit<CampaignRoom, "domainLeft">>;
  readonly dayOfMailbox: (id: MailboxId) => string;
  readonly dayOfCampaign: (id: CampaignId) => string;
  readonly limitOfCampaign: (id: CampaignId) => CampaignDay;
  readonly month: Month;
};

/** Reads what today's limits leave; `resting` are those in their gap that leads may wait for. The claim checks each of them again when it writes. */
export async function remainingCapacity(
  ctx: WorkspaceCtx,
  open: readonly ActiveCampaign[],
  ready: readonly ReadyMailboxRow[],
  resting: readonly ReadyMailboxRow[] = [],
): Promise<Capacity> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const rows = new Map([...ready, ...resting].map((m) => [m.id, m]));
  const days = new Map(open.map((c) => [c.id, localDay(c.schedule.timezone, now)]));
  const dayOfMailbox = (id: MailboxId) => localDay(rows.get(id)?.timezone ?? "UTC", now);
  const dayOfCampaign = (id: CampaignId) => days.get(id) ?? localDay("UTC", now);
  const slot = (scope: UsageSlot["scope"], id: number, day: string): UsageSlot => ({
    workspaceId,
    scope,
    key: String(id),
    day,
  });
  const turning = open.filter((c) => c.rotation === "round_robin");
  const monthly = monthSlot(workspaceId, now);
  const [used, sentOn, lastUsed, quotas] = await Promise.all([
    selectUsage(db, [
      ...[...rows.keys()].map((id) => slot("mailbox", id, dayOfMailbox(id))),
      ...open.flatMap(({ id }) => [
        slot("campaign", id, dayOfCampaign(id)),
        slot("campaign_new", id, dayOfCampaign(id)),
      ]),
      monthly,
    ]),
    daysSent(ctx, open),
    turning.length === 0
      ? null
      : selectLastUsed(
          db,
          workspaceId,
          turning.map((c) => c.id),
        ),
    quotasOf(ctx),
  ]);
  const usedOf = (s: UsageSlot): number => used.get(slotName(s)) ?? 0;
  const usedBy = (id: MailboxId) => usedOf(slot("mailbox", id, dayOfMailbox(id)));
  const mailboxes = [...new Map(ready.map((m) => [m.id, m])).values()].map((m): ReadyMailbox => {
    const dayLimit = effectiveDailyLimit(m, now);
    const usedToday = usedBy(m.id);
    const capacity = burstOf(m, dayLimit - usedToday);
    const domain = domainOfSender(m.email);
    return {
      id: m.id,
      domain,
      capacity,
      provider: senderProvider(m.smtpHost),
      dayLimit,
      usedToday,
    };
  });
  const limits = new Map(open.map((c) => [c.id, campaignDay(c, sentOn(c.id))]));
  const ofCampaign = Map.groupBy(ready, (m) => m.campaignId);
  const restingOf = Map.groupBy(
    resting.filter((m) => effectiveDailyLimit(m, now) > usedBy(m.id)),
    (m) => m.campaignId,
  );
  const rooms = open.map((c) => {
    const day = dayOfCampaign(c.id);
    const limit = limits.get(c.id)?.limit ?? null;
    const room: Omit<CampaignRoom, "domainLeft"> = {
      mailboxIds: turnOrder(ofCampaign.get(c.id) ?? [], c.rotation, lastUsed?.get(c.id) ?? null),
      resting: (restingOf.get(c.id) ?? []).map((m) => ({
        id: m.id,
        provider: senderProvider(m.smtpHost),
        freeAt: m.nextSendAt ?? now,
      })),
      rotation: c.rotation,
      espMatch: c.espMatch,
      remaining: limit === null ? null : limit - usedOf(slot("campaign", c.id, day)),
      remainingNew:
        c.maxNewLeadsPerDay === 0
          ? null
          : c.maxNewLeadsPerDay - usedOf(slot("campaign_new", c.id, day)),
      prioritizeNewLeads: c.prioritizeNewLeads,
    };
    return [c.id, room] as const;
  });
  return {
    mailboxes: mailboxes.filter((m) => m.capacity > 0),
    rooms: new Map(rooms),
    dayOfMailbox,
    dayOfCampaign,
    limitOfCampaign: (id) => limits.get(id) ?? { limit: null, byRamp: false },
    month: { limit: quotas.mails_month, used: usedOf(monthly) },
  };
}
