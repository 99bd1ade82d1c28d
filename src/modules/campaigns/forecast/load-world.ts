import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId, MailboxId, UnixMs } from "#platform/rules/ids.ts";
import { localDay } from "#platform/rules/schedule.ts";
import { recipientProvider, senderProvider } from "#modules/mailboxes/rules/provider.ts";
import { quotasOf } from "#modules/accounts/workspaces/quotas.ts";
import { monthSlot } from "#modules/campaigns/claim/mails-of-month.ts";
import { daysSent } from "#modules/campaigns/claim/days-sent.ts";
import {
  type ActiveCampaign,
  selectActiveCampaignsOf,
} from "#modules/campaigns/claim/due-store.ts";
import { selectUsage, slotName, type UsageSlot } from "#modules/campaigns/claim/capacity-store.ts";
import type {
  PlannedCampaign,
  PlannedLead,
  World,
} from "#modules/campaigns/rules/forecast/world.ts";
import { domainOfSender, groupsOf, loadPacing } from "#modules/campaigns/pacing/load-pacing.ts";
import { selectDomainsUsed } from "./simulate-store.ts";
import { type Wanted, waitingLeads } from "./waiting-leads.ts";
import {
  selectSendingBoxes,
  selectSharing,
  selectWaits,
  type SenderRow,
  type WaitingRow,
} from "./world-store.ts";

/** Active campaigns of a workspace, and which of their mailboxes can send. */
export type Sharing = {
  readonly campaigns: readonly ActiveCampaign[];
  readonly boxesOf: ReadonlyMap<CampaignId, readonly MailboxId[]>;
  readonly boxes: readonly SenderRow[];
};

/** All active campaigns, or those that share mailboxes with these: with one of them, or with one that does. */
export async function sharing(
  { db, workspaceId }: WorkspaceCtx,
  around: readonly CampaignId[] | "all",
): Promise<Sharing> {
  const active = await selectActiveCampaignsOf(db, workspaceId);
  const boxesOf = await selectSharing(
    db,
    workspaceId,
    active.map(({ id }) => id),
  );
  const near = new Set(around === "all" ? boxesOf.keys() : around);
  const boxes = new Set<MailboxId>();
  for (let grew = true; grew;) {
    const size = near.size + boxes.size;
    for (const [id, own] of boxesOf) {
      if (own.some((box) => boxes.has(box))) near.add(id);
      if (near.has(id)) for (const box of own) boxes.add(box);
    }
    grew = near.size + boxes.size > size;
  }
  const campaigns = active.filter(({ id }) => near.has(id));
  return { campaigns, boxesOf, boxes: await selectSendingBoxes(db, workspaceId, [...boxes]) };
}

/**
 * Campaigns with the mailboxes that can send for them, and the leads that are due first, as the claim
 * would find them at `from`.
 */
export async function loadWorld(
  ctx: WorkspaceCtx,
  { campaigns, boxesOf, boxes }: Sharing,
  which: Wanted & { readonly from: UnixMs },
): Promise<World> {
  const { db, workspaceId } = ctx;
  const { from } = which;
  const ids = campaigns.map(({ id }) => id);
  const [waiting, waits, sentOn, used, domains, quotas] = await Promise.all([
    waitingLeads(ctx, campaigns, which),
    selectWaits(db, workspaceId, ids),
    daysSent(ctx, campaigns),
    usageOf(ctx, campaigns, boxes, from),
    domainsOf(ctx, campaigns, from),
    quotasOf(ctx),
  ]);
  const paces = await loadPacing(
    ctx,
    boxes.map((m) => m.email),
  );
  const groupOf = paces ? await groupsOf(ctx, waiting) : () => null;
  const leadsOf = Map.groupBy(waiting, (row) => row.campaignId);
  const stepsOf = Map.groupBy(waits, (step) => step.campaignId);
  return {
    month: { limit: quotas.mails_month, used: used("month", "") },
    paces,
    mailboxes: boxes.map((m) => ({
      ...m,
      domain: domainOfSender(m.email),
      provider: senderProvider(m.smtpHost),
      freeAt: m.nextSendAt !== null && m.nextSendAt > ctx.now() ? m.nextSendAt : null,
      usedToday: used("mailbox", m.id),
    })),
    campaigns: campaigns.map((campaign): PlannedCampaign => ({
      campaign,
      steps: stepsOf.get(campaign.id) ?? [],
      mailboxIds: boxesOf.get(campaign.id) ?? [],
      leads: (leadsOf.get(campaign.id) ?? []).map((row) =>
        plannedLead(row, groupOf(row), ctx.now(), from),
      ),
      daysSent: sentOn(campaign.id),
      usedToday: {
        all: used("campaign", campaign.id),
        fresh: used("campaign_new", campaign.id),
        domains: domains.get(campaign.id) ?? new Map(),
      },
    })),
  };
}

function plannedLead(
  row: WaitingRow,
  group: string | null,
  now: UnixMs,
  from: UnixMs,
): PlannedLead {
  const { heldUntil } = row;
  const isPaused = row.isPaused === 1;
  const isHeld = heldUntil !== null && heldUntil >= row.dueAt;
  const own = isPaused && heldUntil !== null && heldUntil > row.dueAt ? heldUntil : row.dueAt;
  const { notBefore = null } = row;
  const isKept = notBefore !== null && notBefore >= own && notBefore > now;
  const dueAt = isKept ? notBefore : own;
  return {
    ...row,
    provider: recipientProvider(row.provider),
    group,
    dueAt: dueAt <= now && dueAt > from ? from : dueAt,
    heldAt: null,
    isRetry: row.isRetry === 1,
    ...(isKept && !isPaused
      ? { waitsFor: "first_contact" }
      : isPaused
        ? { waitsFor: "paused" }
        : isHeld
          ? { waitsFor: "held" }
          : {}),
  };
}

/** What of today's limits is used, each counted in its own zone. */
async function usageOf(
  { db, workspaceId }: WorkspaceCtx,
  campaigns: readonly ActiveCampaign[],
  boxes: readonly SenderRow[],
  now: UnixMs,
): Promise<(scope: UsageSlot["scope"], id: number | "") => number> {
  const slots = [
    monthSlot(workspaceId, now),
    ...boxes.map((m) => slotOf("mailbox", m.id, m.timezone ?? "UTC")),
    ...campaigns.flatMap(({ id, schedule: { timezone } }) => [
      slotOf("campaign", id, timezone),
      slotOf("campaign_new", id, timezone),
    ]),
  ];
  const used = await selectUsage(db, slots);
  const byId = new Map(slots.map((slot) => [`${slot.scope}/${slot.key}`, slotName(slot)]));
  return (scope, id) => used.get(byId.get(`${scope}/${id}`) ?? "") ?? 0;

  function slotOf(scope: UsageSlot["scope"], id: number, zone: string): UsageSlot {
    return { workspaceId, scope, key: String(id), day: localDay(zone, now) };
  }
}

async function domainsOf(
  { db, workspaceId }: WorkspaceCtx,
  campaigns: readonly ActiveCampaign[],
  now: UnixMs,
): Promise<ReadonlyMap<CampaignId, ReadonlyMap<string, number>>> {
  const limited = campaigns.filter((campaign) => campaign.maxPerDomainPerDay > 0);
  const entries = await Promise.all(
    limited.map(async ({ id, schedule: { timezone } }) => {
      const day = localDay(timezone, now);
      return [id, await selectDomainsUsed(db, workspaceId, id, day)] as const;
    }),
  );
  return new Map(entries);
}
