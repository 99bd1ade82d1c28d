import type { trackingHostShown } from "#modules/accounts/hooks.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import { ownTrackingHost } from "./own-host.ts";
import { cnameTarget } from "./records.ts";

/** The tracking domain as the settings of its workspace show it. */
export const showTrackingHost: AnswerTo<typeof trackingHostShown> = async (ctx) => {
  const own = await ownTrackingHost(ctx);
  return {
    domain: own?.host ?? null,
    status: own?.status ?? null,
    cname_target: cnameTarget(ctx),
    ssl: own?.ssl ?? null,
  };
};
