import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import {
  domainFacts,
  type DomainFacts,
  isUnanswered,
} from "#modules/mailboxes/rules/dns/domain-facts.ts";
import { HOUR_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import {
  deleteDomain,
  insertDomain,
  isUsed,
  delayCheck,
  saveFacts,
  selectFacts,
  takeDueDomains,
} from "./store.ts";
import type { Statement } from "#platform/db/db.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";

/** Records hardly ever change; a wrong one is probably about to be fixed. */
const GOOD_KEPT_MS = 6 * HOUR_MS;
const BAD_KEPT_MS = 30 * MINUTE_MS;
const TROUBLE_MS = 15 * MINUTE_MS;
/** A check that was lost is found again after this. */
const LEASE_MS = 10 * MINUTE_MS;
const DOMAINS_AT_ONCE = 10;

/** Sweep: wakes the checks of domains that are due. */
export async function wakeDomainChecks(deps: Deps): Promise<void> {
  const now = deps.now();
  for (const domain of await takeDueDomains(deps.db, now, later(now, LEASE_MS), DOMAINS_AT_ONCE)) {
    await deps.queue.send({ type: "domain.check.v1", domain });
  }
}

/**
 * Job `domain.check.v1`: asks DNS about a domain that mailboxes send from, and forgets a domain
 * that none does any more. What the resolvers fail to answer keeps what was known before.
 */
export async function checkDomain(deps: Deps, domain: string): Promise<Outcome> {
  if (!(await isUsed(deps.db, domain))) {
    await deleteDomain(deps.db, domain);
    return done;
  }
  await keepFacts(deps, domain, await domainFacts(deps.dns.resolvers, domain));
  return done;
}

/** Keeps fresh facts of a watched domain; of any other nothing is kept. */
export async function keepFacts(deps: Deps, domain: string, fresh: DomainFacts): Promise<void> {
  const now = deps.now();
  if (isUnanswered(fresh)) return delayCheck(deps.db, domain, later(now, TROUBLE_MS));
  const known = (await selectFacts(deps.db, [domain])).get(domain)?.facts ?? null;
  const facts: DomainFacts = known
    ? {
        mx: fresh.mx.agreement === "none" ? known.mx : fresh.mx,
        spf: fresh.spf.agreement === "none" ? known.spf : fresh.spf,
        dkim: fresh.dkim.agreement === "none" ? known.dkim : fresh.dkim,
        dmarc: fresh.dmarc.agreement === "none" ? known.dmarc : fresh.dmarc,
      }
    : fresh;
  const isGood = Object.values(facts).every(
    ({ status, code }) => status === "pass" || code === "not_found",
  );
  await saveFacts(deps.db, domain, facts, now, later(now, isGood ? GOOD_KEPT_MS : BAD_KEPT_MS));
}

/** What is known of domains, by domain, and since when; nobody is asked. */
export const factsOf = (ctx: Pick<WorkspaceCtx, "db">, domains: readonly string[]) =>
  selectFacts(ctx.db, domains);

/** The statement that has DNS asked about an address's domain, for the batch that adds the mailbox. */
export const watchDomain = (ctx: Pick<WorkspaceCtx, "db" | "now">, email: string): Statement =>
  insertDomain(ctx.db, domainOf(email), ctx.now());
