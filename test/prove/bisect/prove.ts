import { ALL, effective } from "#modules/placement/rules/search/factors.ts";
import {
  leftFor,
  MAILS_PER_SEARCH,
  nextSearchStep,
  type Step,
  type Tried,
} from "#modules/placement/rules/search/next-step.ts";
import type { Finding, Proven } from "../findings.ts";
import type { ProofOptions } from "../proofs.ts";
import { overDovecot } from "./over-dovecot.ts";
import { drawKind, drawRule, randomOf } from "./rules.ts";
import { tallyOf } from "./tally.ts";
import { byVerbs } from "./verbs.ts";

const EXPERIMENTS = 500;
const PROVIDERS = 4;
/** A mail in ten lies where its provider's rule would not put it. */
const NOISE = 0.1;

/**
 * Searches for what is junked, at four providers each: by the product's rules alone, many of them;
 * some through the product's own routes, ledger, gate and looks; and one over Dovecot, where it is
 * installed.
 */
export async function prove({ quick, seed, say }: ProofOptions): Promise<Proven> {
  const rules = byRules(seed);
  say(
    `by the rules: ${rules.told}% of clean senders and hopeless ones told so; ${rules.median} emails in the middle`,
  );
  const experiments = quick ? 3 : 40;
  const verbs = await byVerbs({ experiments, seed, noise: NOISE, say });
  const dovecot = quick ? null : await overDovecot({ seed, say });
  if (!quick && !dovecot) say("no Dovecot with Sieve here");
  const findings: Finding[] = [
    { what: "% of causes named", found: rules.named, must: { least: 75 } },
    { what: "% of providers with an innocent accused", found: rules.accused, must: { most: 2 } },
    { what: "most emails of a search", found: rules.most, must: { most: MAILS_PER_SEARCH } },
    { what: "most emails of a search by the routes", found: verbs.most, must: { most: 64 } },
    { what: "emails of theirs sent twice", found: verbs.twice, must: { be: 0 } },
    {
      what: "innocents accused by the routes",
      found: verbs.accused,
      must: { most: Math.max(1, experiments * PROVIDERS * 0.02) },
    },
    { what: "searches that did not end", found: verbs.endless, must: { be: 0 } },
    ...(quick
      ? []
      : [{ what: "% of causes named by the routes", found: verbs.named, must: { least: 60 } }]),
    ...(dovecot ?? []),
  ];
  return {
    findings,
    of: `${EXPERIMENTS} experiments at ${PROVIDERS} providers with ${NOISE * 100}% noise, ${experiments} through the routes${dovecot ? ", one over Dovecot" : ""}`,
  };
}

function byRules(seed: number) {
  const random = randomOf(seed);
  const tally = tallyOf();
  for (let experiment = 0; experiment < EXPERIMENTS; experiment++) {
    const providers = Array.from({ length: PROVIDERS }, (_, at) => ({
      rule: drawRule(drawKind(random), random),
      tried: [] as Tried[],
      salt: `${experiment}:${at}`,
    }));
    const stepOf = (one: (typeof providers)[number], left: number): Step =>
      nextSearchStep(ALL, one.tried, { left, salt: one.salt });
    for (let isGoing = true; isGoing;) {
      isGoing = false;
      for (const one of providers) {
        const others = providers
          .filter((other) => other !== one)
          .map((other) => ({
            used: other.tried.length,
            ended: stepOf(other, 1).do === "end",
          }));
        const step = stepOf(one, leftFor(one.tried.length, others));
        if (step.do === "end") continue;
        const isOdd = random() < NOISE;
        one.tried.push({ ...step, junk: one.rule.junks(effective(step.version)) !== isOdd });
        isGoing = true;
      }
    }
    for (const one of providers) {
      const end = stepOf(one, 0);
      if (end.do === "end") tally.add(one.rule, ALL, end);
    }
    tally.spend(providers.reduce((sum, { tried }) => sum + tried.length, 0));
  }
  return tally.figures();
}
