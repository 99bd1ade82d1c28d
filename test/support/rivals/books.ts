import type { RivalAccount, RivalEnrolment } from "./account.ts";

const OPEN: readonly RivalEnrolment["state"][] = ["waiting", "running", "paused"];

/** What a preview must say, counted in the rival's own books. */
export function booksOf(account: RivalAccount) {
  const open = account.enrolments.filter(({ state }) => OPEN.includes(state));
  const off = account.enrolments.filter(
    ({ state }) => state === "unsubscribed" || state === "bounced",
  );
  return {
    leads: account.leads.length,
    places: account.enrolments.length,
    done: account.enrolments.length - open.length,
    byStep: countsOf(open.map(({ lastStep }) => lastStep)),
    suppressed: new Set([
      ...account.blocks.map(({ value }) => value),
      ...off.map(({ lead }) => lead.email),
    ]).size,
  };
}
export type Books = ReturnType<typeof booksOf>;

type Previewed = {
  readonly leads: number;
  readonly suppressions: number;
  readonly campaigns: readonly {
    readonly leads: {
      readonly total: number;
      readonly done: number;
      readonly by_step: readonly { readonly step: number; readonly leads: number }[];
    };
  }[];
};

/** What a preview says, as the books count. */
export function booksIn({ leads, suppressions, campaigns }: Previewed): Books {
  const sum = (of: (one: Previewed["campaigns"][number]["leads"]) => number) =>
    campaigns.reduce((n, one) => n + of(one.leads), 0);
  const steps = campaigns.flatMap((one) =>
    one.leads.by_step.flatMap(({ step, leads: n }) => Array.from({ length: n }, () => step)),
  );
  return {
    leads,
    places: sum(({ total }) => total),
    done: sum(({ done }) => done),
    byStep: countsOf(steps),
    suppressed: suppressions,
  };
}

const countsOf = (steps: readonly number[]): string =>
  [...Map.groupBy(steps, (step) => step)]
    .toSorted(([a], [b]) => a - b)
    .map(([step, own]) => `${step}: ${own.length}`)
    .join(", ");
