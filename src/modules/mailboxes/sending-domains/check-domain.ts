import { databasesOf, type Deps } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import {
  domainFacts,
  type DomainFacts,
  isUnanswered,
} from "#modules/mailboxes/rules/dns/domain-facts.ts";
import { HOUR_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import {
  countRequested,
  deleteDomain,
  insertDomains,
  deferCheck,
  requestAll,
  saveFacts,
  selectFacts,
  takeDueDomains,
  takeRequested,
} from "./store.ts";
import { isUsed } from "./mailbox-domains-store.ts";
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
  for (const domain of await takeDueDomains(
    deps.install,
    now,
    later(now, LEASE_MS),
    DOMAINS_AT_ONCE,
  )) {
    await deps.queue.send({ type: "domain.check.v1", domain });
  }
}

/**
 * Job `domain.check.v1`: asks DNS about a domain that mailboxes send from, and forgets a domain
 * that none does any more. What the resolvers fail to answer keeps what was known before. A check
 * that somebody asked for goes on with the next one, so that few of them run at a time.
 */
export async function checkDomain(deps: Deps, domain: string): Promise<Outcome> {
  const known = (await selectFacts(deps.install, [domain])).get(domain);
  await lookAt(deps, domain);
  if (known?.requestedAt != null) await checkNextRequested(deps);
  return done;
}

async function lookAt(deps: Deps, domain: string): Promise<void> {
  const uses = await Promise.all((await databasesOf(deps)).map((db) => isUsed(db, domain)));
  if (!uses.includes(true) && (await deleteDomain(deps.install, domain))) return;
  await keepFacts(deps, domain, await domainFacts(deps.dns.resolvers, domain));
}

async function checkNextRequested(deps: Deps): Promise<void> {
  const now = deps.now();
  const domain = await takeRequested(deps.install, now, later(now, LEASE_MS));
  if (domain !== null) await deps.queue.send({ type: "domain.check.v1", domain });
}

/** Has DNS asked about every watched domain, some at a time; answers how many there are. */
export async function checkAllDomains(deps: Deps): Promise<number> {
  const total = await requestAll(deps.install, deps.now());
  await wakeDomainChecks(deps);
  return total;
}

/** How many domains wait for the check that was asked for. */
export const domainsToCheck = (deps: Pick<Deps, "install">): Promise<number> =>
  countRequested(deps.install);

/** Keeps fresh facts of a watched domain; of any other nothing is kept. */
export async function keepFacts(deps: Deps, domain: string, fresh: DomainFacts): Promise<void> {
  const now = deps.now();
  if (isUnanswered(fresh)) return deferCheck(deps.install, domain, later(now, TROUBLE_MS));
  const known = (await selectFacts(deps.install, [domain])).get(domain)?.facts ?? null;
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
  await saveFacts(
    deps.install,
    domain,
    facts,
    now,
    later(now, isGood ? GOOD_KEPT_MS : BAD_KEPT_MS),
  );
}

/** What is known of domains, by domain, and since when; nobody is asked. */
export const factsOf = (deps: Pick<Deps, "install">, domains: readonly string[]) =>
  selectFacts(deps.install, domains);

/**
 * Stores mailboxes by `store`, and has DNS asked about their addresses' domains from now on: noted
 * before, so that an end in between leaves a question too many and no mailbox unwatched, and after,
 * for a domain that was forgotten meanwhile.
 */
export async function watchingDomains<T>(
  { install, now }: Pick<Deps, "install" | "now">,
  emails: readonly string[],
  store: () => Promise<T>,
): Promise<T> {
  const domains = [...new Set(emails.map(domainOf))];
  await insertDomains(install, domains, now());
  const stored = await store();
  await insertDomains(install, domains, now());
  return stored;
}
