import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId, MailboxId, UnixMs } from "#platform/rules/ids.ts";
import { effectiveDailyLimit } from "#modules/mailboxes/rules/limits.ts";
import {
  selectActiveCampaignsOf,
  selectHealthyMailboxes,
} from "#modules/campaigns/claim/due-store.ts";
import { forecast } from "#modules/campaigns/rules/forecast/forecast.ts";
import type { PlannedMail } from "#modules/campaigns/rules/forecast/world.ts";
import { campaignDay } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import { minuteOf } from "./foresee.ts";
import { loadWorld } from "./load-world.ts";

/** More than any day of a workspace has. */
const MAILS = 50_000;
/** Leads that are looked at beyond what can be served: some of them are put off. */
const SPARE = 500;

/** What a workspace's active campaigns will still send until then. */
export type ForeseenDay = {
  readonly mails: readonly PlannedMail[];
  /** Mails that their mailboxes may send today, those that left included. */
  readonly limit: number;
  /** What a campaign's own limit leaves of today before these mails; null is no limit. */
  readonly campaignLeft: (id: CampaignId) => number | null;
  /** What its mailboxes' limits leave of today behind them. */
  readonly mailboxesLeft: (id: CampaignId) => number;
};

/** Plays every active campaign of the workspace forward together. Changes nothing. */
export async function foreseeDay(ctx: WorkspaceCtx, until: UnixMs): Promise<ForeseenDay> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const from = minuteOf(now);
  const active = await selectActiveCampaignsOf(db, workspaceId);
  const rows = await selectHealthyMailboxes(
    db,
    workspaceId,
    active.map(({ id }) => id),
  );
  const limits = new Map(rows.map((row) => [row.id, effectiveDailyLimit(row, now)]));
  const limit = [...limits.values()].reduce((sum, n) => sum + n, 0);
  const most = Math.min(MAILS, limit + SPARE);
  const world = await loadWorld(ctx, active, rows, { from, most, watched: null });
  const mails: PlannedMail[] = [];
  forecast(world, { from, until }, { atMost: MAILS }, (mail) => void mails.push(mail));
  const left = new Map<MailboxId, number>();
  for (const { id, usedToday } of world.mailboxes) left.set(id, (limits.get(id) ?? 0) - usedToday);
  for (const { mailboxId } of mails) left.set(mailboxId, (left.get(mailboxId) ?? 0) - 1);
  const byId = new Map(world.campaigns.map((one) => [one.campaign.id, one]));
  return {
    mails,
    limit,
    campaignLeft(id) {
      const one = byId.get(id);
      const own = one ? campaignDay(one.campaign, one.daysSent).limit : null;
      return one && own !== null ? Math.max(0, own - one.usedToday.all) : null;
    },
    mailboxesLeft: (id) =>
      (byId.get(id)?.mailboxIds ?? []).reduce(
        (sum, box) => sum + Math.max(0, left.get(box) ?? 0),
        0,
      ),
  };
}
