import type { VerifyDnsAnswer, VerifyDnsBody } from "#modules/mailboxes/contract/mail-domains.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { domainFacts } from "#modules/mailboxes/rules/dns/domain-facts.ts";
import { expectedRecords, type Sending } from "#modules/mailboxes/rules/dns/expect.ts";
import type { RecordCheck } from "#platform/rules/dns/record-check.ts";
import { presetOfSmtp } from "#modules/mailboxes/rules/preset-of.ts";
import { iso } from "#platform/rules/time.ts";
import { ownTrackingHost, verifyTrackingHost } from "#modules/links/tracking-domains/own-host.ts";
import { keepFacts } from "./check-domain.ts";
import { presentRecord } from "#modules/links/tracking-domains/present-record.ts";
import { selectDomains } from "./mailbox-domains-store.ts";

/** Some 70 questions each; what an invocation may ask is limited. */
const DOMAINS_AT_ONCE = 10;

/**
 * Asks DNS now, each resolver on its own, about the domain that is given or else those of the
 * workspace's mailboxes, the first ten. A failed check is a result. What is learned is kept for the
 * health of the mailboxes.
 */
export async function verifyDns(ctx: WorkspaceCtx, body: VerifyDnsBody): Promise<VerifyDnsAnswer> {
  const [own, tracked] = await Promise.all([
    selectDomains(ctx.db, ctx.workspaceId),
    ownTrackingHost(ctx),
  ]);
  const asked =
    body.domain === undefined
      ? own.slice(0, DOMAINS_AT_ONCE).map(({ domain }) => domain)
      : // A name for links sends no mail.
        [body.domain].filter(
          (domain) => domain !== tracked?.host || own.some((each) => each.domain === domain),
        );
  const isAsked = tracked && (body.domain === undefined || body.domain === tracked.host);
  const records = await Promise.all([
    isAsked ? verifyTrackingHost(ctx) : [],
    ...asked.map(async (domain): Promise<RecordCheck[]> => {
      const facts = await domainFacts(ctx.dns.resolvers, domain, body.dkim_selectors);
      const mailbox = own.find((each) => each.domain === domain);
      // Keys of other names are not looked for by the check in the background.
      if (mailbox && body.dkim_selectors === undefined) await keepFacts(ctx, domain, facts);
      return expectedRecords(domain, facts, mailbox ? sendingOf(mailbox.smtpHost) : null);
    }),
  ]);
  const shown = records.flat().map(presentRecord);
  return {
    ok: shown.every(({ status }) => status === "pass"),
    checked_at: iso(ctx.now()),
    resolvers: ctx.dns.resolvers.length,
    records: shown,
    left_out:
      body.domain === undefined ? own.slice(DOMAINS_AT_ONCE).map(({ domain }) => domain) : [],
  };
}

export const sendingOf = (smtpHost: string): Sending => ({
  smtpHost,
  preset: presetOfSmtp(smtpHost),
});
