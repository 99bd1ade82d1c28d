import type { ProviderChecks } from "#modules/placement/contract/checks.ts";
import type { campaignChecks } from "#modules/campaigns/hooks.ts";
import { findCampaign } from "#modules/campaigns/campaigns/read-campaign.ts";
import { selectCampaignSenders } from "#modules/placement/tests/sender-store.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { workspaceLinkBase } from "#modules/links/tracking-domains/own-host.ts";
import { factsOf } from "#modules/mailboxes/sending-domains/check-domain.ts";
import {
  checkRules,
  FIGURE_AGE_MS,
  type RuleCheck,
  RULE_SOURCES,
} from "#modules/placement/rules/provider-rules.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId, MailboxId } from "#platform/rules/ids.ts";
import { later, utcDay } from "#platform/rules/time.ts";
import { selectNewestFigures, selectLastSeen } from "./check-store.ts";

/** Domains whose checks are shown: more is no list to read. */
const MAX_DOMAINS = 50;

/** What big providers ask, held against a campaign's senders and its mail. Nobody is asked. Throws `not_found`. */
export async function checkCampaign(ctx: WorkspaceCtx, id: CampaignId): Promise<ProviderChecks> {
  const campaign = await findCampaign(ctx, id);
  const checks = await checksOf(ctx, campaign);
  return { data: checks.map((check) => ({ ...check, sources: [...RULE_SOURCES[check.rule]] })) };
}

/** What of it is wrong, for the check before a campaign starts. */
export const warnOfRules: AnswerTo<typeof campaignChecks> = async (ctx, campaign) => {
  const checks = await checksOf(ctx, campaign);
  const wrong = checks.filter(({ status }) => status === "fail" || status === "warn");
  return wrong.map(({ rule, message }) => {
    const [source] = RULE_SOURCES[rule];
    const from = source ? ` (${source.provider}: ${source.title}, since ${source.since})` : "";
    return { code: `provider_${rule}`, message: `${message}${from}` };
  });
};

async function checksOf(
  ctx: WorkspaceCtx,
  campaign: { readonly id: CampaignId; readonly unsubscribeHeader: boolean },
): Promise<RuleCheck[]> {
  const mailboxes = await selectCampaignSenders(ctx.db, ctx.workspaceId, campaign.id);
  const byDomain = Map.groupBy(mailboxes, ({ email }) => domainOf(email));
  const domains = [...byDomain.keys()].toSorted().slice(0, MAX_DOMAINS);
  if (domains.length === 0) return [];
  const ids = mailboxes.map(({ id }): MailboxId => id);
  const [facts, seen, figures, linkBase] = await Promise.all([
    factsOf(ctx, domains),
    selectLastSeen(ctx.db, ctx.workspaceId, ids),
    selectNewestFigures(ctx.db, ctx.workspaceId, domains),
    workspaceLinkBase(ctx),
  ]);
  const fresh = utcDay(later(ctx.now(), -FIGURE_AGE_MS));
  return domains.flatMap((domain) => {
    const own = new Set((byDomain.get(domain) ?? []).map(({ id }) => id));
    const last = seen
      .filter(({ mailboxId }) => own.has(mailboxId))
      .toSorted((a, b) => b.placedAt - a.placedAt)[0];
    const known = facts.get(domain)?.facts ?? null;
    const figure = figures.find((one) => one.domain === domain && one.day >= fresh);
    return checkRules({
      domain,
      spf: known?.spf.status ?? "unknown",
      // Keys under names that nobody knows are not found in DNS.
      dkim: known?.dkim.status === "pass" ? "pass" : "unknown",
      dmarc: known?.dmarc.status ?? "unknown",
      seen: last ? { ...last.seen, provider: last.provider } : null,
      hasUnsubscribeHeader: campaign.unsubscribeHeader,
      linkBase,
      spamRate: figure ? { rate: figure.spamRate, day: figure.day } : null,
    });
  });
}
