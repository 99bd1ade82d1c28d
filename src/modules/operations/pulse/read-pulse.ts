import { readInstall } from "#modules/accounts/install/install-values.ts";
import { readSending } from "#modules/campaigns/forecast/read-sending.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { readHoldings } from "#modules/campaigns/stats/read-workspace-stats.ts";
import { countUnreadNotices } from "#modules/events/notices/list-notices.ts";
import { countUnreadThreads } from "#modules/inbox/threads/list-threads.ts";
import { MAX_UNREAD, type Pulse } from "#modules/operations/contract/pulse.ts";
import { readQuota } from "#modules/operations/quotas/read-quota.ts";
import { readSample } from "#modules/samples/sample/read-sample.ts";
import { type Action, mayDo } from "#platform/access/permissions.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { isNewer } from "#platform/rules/version.ts";

/** What a page around all rooms shows, as far as the caller may read it. */
export async function readPulse(ctx: MemberCtx): Promise<Pulse> {
  const where = async <T>(action: Action, read: () => Promise<T>): Promise<T | null> =>
    mayDo(ctx.caller, action) ? read() : null;
  const [holds, sending, threads, notices, quota, settings, sample, newer] = await Promise.all([
    readHoldings(ctx),
    where("campaigns.read", () => readSending(ctx)),
    where("threads.read", () => countUnreadThreads(ctx, MAX_UNREAD)),
    where("notifications.read", () => countUnreadNotices(ctx)),
    where("settings.read", () => readQuota(ctx)),
    readSettings(ctx),
    where("campaigns.edit", () => readSample(ctx)),
    where("system.update", () => readNewerVersion(ctx)),
  ]);
  return {
    holds,
    sending,
    unread_threads: threads,
    unread_notifications: notices,
    quota,
    has_public_report: settings.report.enabled,
    asks_for_approval: settings.sending.ask_for_approval,
    has_ai: settings.ai.provider !== null,
    sample:
      sample === null || sample.state === "none"
        ? null
        : { state: sample.state, campaign_id: sample.campaign_id },
    newer_version: newer,
  };
}

/** What was newer when the feed was read may run here by now. */
async function readNewerVersion(ctx: MemberCtx): Promise<string | null> {
  const { release_seen: seen } = await readInstall(ctx, ["release_seen"]);
  const { version } = ctx.installer.build;
  return seen?.version && isNewer(seen.version, version) ? seen.version : null;
}
