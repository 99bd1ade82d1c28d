import type { SendingStatus } from "#modules/campaigns/contract/campaigns.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId } from "#platform/rules/ids.ts";
import {
  campaignStop,
  type SendingVerdict,
  turnVerdict,
} from "#modules/campaigns/rules/sending-status.ts";
import { MOVE_RULES, WORKSPACE_RULES } from "#modules/campaigns/rules/leaving/rules.ts";
import { productsBehind, workspaceFacts } from "#modules/campaigns/claim/may-be-written.ts";
import { REPLIES_UNREAD } from "#platform/rules/mail/mailbox.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import { selectStandings, type Standing } from "#modules/campaigns/status/status-store.ts";
import type { CampaignRow } from "#modules/campaigns/campaigns/store.ts";
import { foreseeFirst } from "./foresee.ts";

type Campaign = Pick<CampaignRow, "id" | "status" | "pausedReason">;

/**
 * Why each of these campaigns sends, or does not, right now, and when its next mail is foreseen. As
 * many queries for twenty as for one.
 */
export async function sendingStatuses(
  ctx: WorkspaceCtx,
  campaigns: readonly Campaign[],
): Promise<(id: CampaignId) => SendingStatus> {
  const now = ctx.now();
  const { stops, standings } = await campaignStops(ctx, campaigns);
  const going = campaigns.filter(({ id }) => !stops.has(id)).map(({ id }) => id);
  const outsets = await foreseeFirst(ctx, going);
  return (id) => {
    const outset = outsets.get(id) ?? { firstAt: null, hasLine: false, held: null };
    const inFlight = standings.get(id)?.inFlight ?? false;
    return present(stops.get(id) ?? turnVerdict(outset, inFlight, now));
  };
}

const FULL: SendingVerdict = {
  code: "disk_full",
  message:
    "The server disk is full, so nothing can be sent. Sending resumes automatically once there is space.",
  nextSendAt: null,
};

/** What stops every campaign of the workspace; null: nothing does. */
async function wholeStop(ctx: WorkspaceCtx): Promise<SendingVerdict | null> {
  const facts = { workspace: await workspaceFacts(ctx) };
  for (const code of ["client_paused", "suppressions_behind"] as const) {
    const rule = WORKSPACE_RULES[code];
    if (rule.blocks(facts)) return { code, message: rule.sentence(facts), nextSendAt: null };
  }
  return null;
}

/** What stops each of these campaigns as a whole; those that nothing stops are left out. */
export async function campaignStops(
  ctx: WorkspaceCtx,
  campaigns: readonly Campaign[],
): Promise<{
  readonly stops: ReadonlyMap<CampaignId, SendingVerdict>;
  readonly standings: ReadonlyMap<CampaignId, Standing>;
}> {
  const isActive = campaigns.some(({ status }) => status === "active");
  const isFull = isActive && (await ctx.disk?.look())?.state === "full";
  const whole = isActive ? await wholeStop(ctx) : null;
  const behind = isActive ? await productsBehind(ctx) : () => null;
  const ids = campaigns.map(({ id }) => id);
  const standings = await selectStandings(ctx.db, ctx.workspaceId, ids);
  const stops = new Map<CampaignId, SendingVerdict>();
  for (const campaign of campaigns) {
    const standing = standings.get(campaign.id);
    const behindMove = behind(ctx.workspaceId, campaign.id);
    const stop =
      (campaign.status === "active" && (isFull ? FULL : (whole ?? behindStop(behindMove)))) ||
      (standing && stopOf(campaign, standing));
    if (stop) stops.set(campaign.id, stop);
  }
  return { stops, standings };
}

const behindStop = (behindMove: string | null): SendingVerdict | null =>
  behindMove === null
    ? null
    : {
        code: "move_behind",
        message: MOVE_RULES.move_behind.sentence({ behindMove }),
        nextSendAt: null,
      };

const stopOf = ({ status, pausedReason }: Campaign, standing: Standing): SendingVerdict | null =>
  campaignStop({
    status,
    pausedReason,
    steps: standing.steps,
    mailboxes: standing.mailboxes.map(({ status: of, message }) => ({
      status: of,
      repliesUnread: message?.startsWith(REPLIES_UNREAD) ?? false,
    })),
    hasOpenLeads: standing.hasOpen,
    hasPausedLeads: standing.hasPaused,
    broken: standing.broken,
  });

const present = ({ code, message, nextSendAt }: SendingVerdict): SendingStatus => ({
  code,
  message,
  next_send_at: isoOrNull(nextSendAt),
});
