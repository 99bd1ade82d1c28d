import { bringInCampaign } from "#modules/campaigns/campaigns/bring-campaign.ts";
import type { FoundRowOf } from "#modules/moving/reading/found-store.ts";
import type { FoundOf, Rival } from "#modules/moving/rules/found.ts";
import { ourWindows } from "#modules/moving/rules/schedule-of.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import type { MoveRow } from "#modules/moving/moves/store.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { CampaignId, UnixMs } from "#platform/rules/ids.ts";
import { mergeSchedule, type Schedule } from "#platform/rules/schedule.ts";
import { isTimezone } from "#platform/rules/zone.ts";
import { changeMoveCampaign, type MoveCampaignRow } from "./campaign-store.ts";
import { mailboxesNamed, selectMade } from "./made-store.ts";
import { stepsOf } from "./steps-of.ts";

/** The zone that a campaign gets; null where nobody has said it. */
export const zoneOf = (
  found: FoundOf<"campaign">,
  choice: Pick<MoveCampaignRow, "timeZone">,
): string | null => {
  const zone = choice.timeZone ?? found.time_zone;
  return zone !== null && isTimezone(zone) ? zone : null;
};

/** Its schedule here; what the rival does not say is as in the workspace. */
export function scheduleOf(found: FoundOf<"campaign">, zone: string, usual: Schedule): Schedule {
  const windows = ourWindows(found.windows);
  const [start, end] = [dateOf(found.starts_on), dateOf(found.ends_on)];
  return mergeSchedule(usual, {
    timezone: zone,
    windows: windows.length > 0 ? windows : usual.windows,
    start_date: start,
    end_date: end !== null && (start === null || end >= start) ? end : null,
  });
}

const dateOf = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d\d-\d\d/.test(text) ? text.slice(0, 10) : null;

/**
 * Makes the campaign, paused, or as a draft where a step needs a look; once, since its moment of
 * making is noted first and finds it again. Answers its id.
 */
export async function bringCampaign(
  ctx: MemberCtx,
  move: MoveRow,
  row: FoundRowOf<"campaign">,
  choice: MoveCampaignRow,
  names: readonly string[],
): Promise<CampaignId> {
  const { install, db, workspaceId } = ctx;
  const { data } = row;
  const name = data.name.trim().slice(0, 200) || `${RIVAL_NAMES[move.rival]} ${row.ref}`;
  const at = choice.makingAt ?? ctx.now();
  if (choice.makingAt === null) {
    await runBatch(install, [changeMoveCampaign(install, move.id, row.ref, { makingAt: at })]);
  }
  const made =
    choice.makingAt === null ? null : await selectMade(db, workspaceId, name, choice.makingAt);
  const id = made ?? (await make(ctx, move.rival, { data, name, at, names, choice }));
  await runBatch(install, [
    changeMoveCampaign(install, move.id, row.ref, { campaignId: id, workspaceId, makingAt: null }),
  ]);
  return id;
}

async function make(
  ctx: MemberCtx,
  rival: Rival,
  of: {
    readonly data: FoundOf<"campaign">;
    readonly name: string;
    readonly at: UnixMs;
    readonly names: readonly string[];
    readonly choice: MoveCampaignRow;
  },
): Promise<CampaignId> {
  const { data, name, at } = of;
  const steps = stepsOf(rival, data.steps, of.names);
  const senders = data.senders.map((email) => email.trim().toLowerCase());
  const connected = await mailboxesNamed(ctx.db, ctx.workspaceId, senders);
  return bringInCampaign(
    ctx,
    {
      name,
      at,
      needsLook: steps.length === 0 || steps.some((step) => step.needsLook),
      from: rival,
      schedule: (usual) => scheduleOf(data, zoneOf(data, of.choice) ?? usual.timezone, usual),
      dailyLimit: data.daily_limit !== null && data.daily_limit > 0 ? data.daily_limit : null,
      trackOpens: data.track_opens,
      trackClicks: data.track_clicks,
      plainText: data.plain_text,
      checkReply: data.stop_on_reply,
      tags: [RIVAL_NAMES[rival]],
    },
    steps.map(({ values }) => values),
    [...connected.values()],
  );
}
