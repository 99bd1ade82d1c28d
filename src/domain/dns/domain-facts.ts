import { agreed, type Agreement } from "./agree.ts";
import { checkDkim } from "./check-dkim.ts";
import { checkDmarc } from "./check-dmarc.ts";
import { checkMx } from "./check-mx.ts";
import { checkSpf, type SpfFinding } from "./check-spf.ts";
import type { Finding } from "./finding.ts";
import type { AskDns } from "./record.ts";

type Agreed<F extends Finding> = F & { readonly agreement: Agreement };

/** What DNS says about a domain that mail is sent from. */
export type DomainFacts = {
  readonly mx: Agreed<Finding>;
  readonly spf: Agreed<SpfFinding>;
  readonly dkim: Agreed<Finding>;
  readonly dmarc: Agreed<Finding>;
};

/** Asks every resolver on its own. `selectors`: DKIM keys to look for instead of the usual names. */
export async function domainFacts(
  resolvers: readonly AskDns[],
  domain: string,
  selectors: readonly string[] = [],
): Promise<DomainFacts> {
  const [mx, spf, dkim, dmarc] = await Promise.all([
    Promise.all(resolvers.map((ask) => checkMx(ask, domain))),
    Promise.all(resolvers.map((ask) => checkSpf(ask, domain))),
    Promise.all(resolvers.map((ask) => checkDkim(ask, domain, selectors))),
    Promise.all(resolvers.map((ask) => checkDmarc(ask, domain))),
  ]);
  return { mx: agreed(mx), spf: agreed(spf), dkim: agreed(dkim), dmarc: agreed(dmarc) };
}

/** Whether no resolver answered anything: then there is nothing to keep. */
export const isUnanswered = ({ mx, spf, dkim, dmarc }: DomainFacts): boolean =>
  [mx, spf, dkim, dmarc].every(({ agreement }) => agreement === "none");
