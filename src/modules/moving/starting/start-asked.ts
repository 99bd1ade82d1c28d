import { startCampaign } from "#modules/campaigns/status/start-campaign.ts";
import {
  changeMoveCampaign,
  type MoveCampaignRow,
  selectMoveCampaigns,
} from "#modules/moving/bringing/campaign-store.ts";
import { moverCtx } from "#modules/moving/bringing/mover-ctx.ts";
import { rivalReaders } from "#modules/moving/hooks.ts";
import type { MoveRow } from "#modules/moving/moves/store.ts";
import { readerInput } from "#modules/moving/reading/read-page.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";

/** Starts the campaigns that somebody asked for, once everything was read again. One that can't start says why. */
export async function startAsked(deps: Deps, move: MoveRow): Promise<{ readonly any: boolean }> {
  const { install } = deps;
  let any = false;
  for (const choice of await selectMoveCampaigns(install, move.id)) {
    any ||= choice.start === "started";
    if (choice.start !== "asked") continue;
    const problem = await startOne(deps, move, choice);
    const patch =
      problem === null
        ? { start: "started" as const, startedAt: deps.now(), problem: null }
        : { start: "none" as const, problem };
    await runBatch(install, [changeMoveCampaign(install, move.id, choice.ref, patch)]);
    any ||= problem === null;
  }
  return { any };
}

async function startOne(
  deps: Deps,
  move: MoveRow,
  choice: MoveCampaignRow,
): Promise<string | null> {
  const { campaignId, workspaceId } = choice;
  if (campaignId === null || workspaceId === null) return "It was not taken over.";
  const off = await isOff(deps, move, choice);
  if (off !== null) return off;
  try {
    await startCampaign(moverCtx(deps, move, workspaceId), campaignId);
    return null;
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    return [cause.message, ...cause.errors.map(({ message }) => message)].join(" ").slice(0, 500);
  }
}

/** Why it must not start yet: the rival still sends, or nobody knows. Null: it has stopped there. */
export async function isOff(
  deps: Deps,
  move: MoveRow,
  choice: Pick<MoveCampaignRow, "ref" | "offConfirmedAt">,
): Promise<string | null> {
  const name = RIVAL_NAMES[move.rival];
  const input = await readerInput(deps, move);
  if (!input) {
    return choice.offConfirmedAt === null
      ? `Confirm that the campaign is stopped at ${name}.`
      : null;
  }
  const answer = await deps.hooks.one(rivalReaders)()[move.rival].sending(input, choice.ref);
  if ("trouble" in answer) {
    const reason = "detail" in answer.trouble ? answer.trouble.detail : "It answers too slowly.";
    return choice.offConfirmedAt === null
      ? `${name} did not say whether the campaign is stopped: ${reason}`
      : null;
  }
  return answer.sending ? `${name} still sends this campaign. Stop it there first.` : null;
}
