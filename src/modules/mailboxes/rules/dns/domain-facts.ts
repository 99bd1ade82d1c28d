import { agreed, type Agreement } from "#platform/rules/dns/agree.ts";
import { checkDkim, type DkimFinding } from "./check-dkim.ts";
import { checkDmarc } from "./check-dmarc.ts";
import { checkMx, type MxFinding } from "./check-mx.ts";
import { checkSpf, type SpfFinding } from "./check-spf.ts";
import { type Finding, UNANSWERED } from "#platform/rules/dns/finding.ts";
import type { AskDns } from "#platform/rules/dns/record.ts";

type Agreed<F extends Finding> = F & { readonly agreement: Agreement };

/** What DNS says about a domain that mail is sent from. */
export type DomainFacts = {
  readonly mx: Agreed<MxFinding>;
  readonly spf: Agreed<SpfFinding>;
  readonly dkim: Agreed<DkimFinding>;
  readonly dmarc: Agreed<Finding>;
};

/** Asks every resolver on its own. `selectors`: DKIM keys to look for instead of the usual names. */
export async function domainFacts(
  resolvers: readonly AskDns[],
  domain: string,
  selectors: readonly string[] = [],
): Promise<DomainFacts> {
  const answers = await Promise.all(resolvers.map((ask) => byOne(ask, domain, selectors)));
  return {
    mx: agreed(answers.map(({ mx }) => mx)),
    spf: agreed(answers.map(({ spf }) => spf)),
    dkim: agreed(answers.map(({ dkim }) => dkim)),
    dmarc: agreed(answers.map(({ dmarc }) => dmarc)),
  };
}

/** A resolver that gives no answer about MX is not asked the forty other questions, each for seconds. */
async function byOne(ask: AskDns, domain: string, selectors: readonly string[]) {
  const mx = await checkMx(ask, domain);
  if (mx.code === UNANSWERED.code) {
    const spf: SpfFinding = { ...UNANSWERED, lookups: 0, includes: [] };
    return { mx, spf, dkim: UNANSWERED, dmarc: UNANSWERED };
  }
  const [spf, dkim, dmarc] = await Promise.all([
    checkSpf(ask, domain),
    checkDkim(ask, domain, selectors),
    checkDmarc(ask, domain),
  ]);
  return { mx, spf, dkim, dmarc };
}

/** Whether no resolver answered anything: then there is nothing to keep. */
export const isUnanswered = ({ mx, spf, dkim, dmarc }: DomainFacts): boolean =>
  [mx, spf, dkim, dmarc].every(({ agreement }) => agreement === "none");
