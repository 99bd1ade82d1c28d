import { CONTROL } from "#modules/campaigns/rules/variants.ts";
import { MATTERS } from "./evidence.ts";
import { LEAST_MAILS } from "./judge.ts";
import { ofMetric, type WinnerMetric } from "./metrics.ts";

/** Where a comparison stands, as far as a sentence tells it. */
export type Standing = {
  readonly state: "not_started" | "open" | "winner" | "no_difference";
  readonly metric: WinnerMetric;
  readonly windowDays: number;
  readonly winner: string | null;
  readonly isApplied: boolean;
  /** The only variant that gets emails; null where several do. */
  readonly alone: string | null;
  /** The variant with the fewest counted mails. */
  readonly least: { readonly label: string; readonly mails: number };
  /** Mails that left and wait for the end of their window. */
  readonly waiting: number;
  readonly needed: number | null;
  /** Mails that the campaign can still send of the step, and whether that count has an end. */
  readonly planned: number;
  readonly usualRate: number;
  readonly startedAgain: boolean;
};

/** What people call a variant: the step's own text stands for A. */
const letterOf = (label: string): string => (label === CONTROL ? "A" : label);

/** One sentence or two for a person. */
export function saysOf(one: Standing): string {
  return [againOf(one), resultOf(one), waitingOf(one)].filter((text) => text !== "").join(" ");
}

function resultOf(one: Standing): string {
  const { noun } = ofMetric(one.metric);
  if (one.alone !== null && (one.state === "not_started" || one.state === "open"))
    return `Variant ${letterOf(one.alone)} gets all emails, so nothing is compared.`;
  switch (one.state) {
    case "winner":
      return `Variant ${letterOf(one.winner ?? "")} wins by ${noun}${
        one.isApplied ? " and gets all further emails" : ""
      }.`;
    case "no_difference":
      return `No difference that matters (under ${MATTERS} times).`;
    case "not_started":
      return planOf(one);
    case "open":
      return one.least.mails < LEAST_MAILS
        ? `Too early. Variant ${letterOf(one.least.label)} has ${one.least.mails} of at least ${LEAST_MAILS} counted emails.`
        : undecided(one);
  }
}

const againOf = ({ state, alone, startedAgain }: Standing): string =>
  state === "open" && alone === null && startedAgain ? "Started again." : "";

function undecided({ needed, planned, waiting }: Standing): string {
  if (needed === null) return "Undecided.";
  const left = planned + waiting;
  return left < needed
    ? `Undecided: about ${roughly(needed)} more emails; ${roughly(left)} are left.`
    : `Undecided: about ${roughly(needed)} more emails.`;
}

function planOf(one: Standing): string {
  const usual = percent(one.usualRate);
  const better = percent(one.usualRate * MATTERS);
  if (one.needed === null) return "";
  return `At ${usual} ${ofMetric(one.metric).noun}, telling ${usual} from ${better} takes about ${roughly(one.needed)} emails. You plan ${roughly(one.planned)}.`;
}

function waitingOf({ state, waiting, windowDays }: Standing): string {
  if (waiting === 0 || state === "winner" || state === "no_difference") return "";
  return waiting === 1
    ? `1 more email waits for day ${windowDays}.`
    : `${grouped(waiting)} more emails wait for day ${windowDays}.`;
}

const percent = (share: number): string => {
  const value = share * 100;
  return `${value >= 9.95 ? Math.round(value) : Math.round(value * 10) / 10}%`;
};

/** Two digits that count: nobody knows it better. */
export function roughly(mails: number): string {
  const size = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, mails))) - 1);
  return grouped(Math.round(mails / size) * size);
}

const groups = new Intl.NumberFormat("en");
const grouped = (n: number): string => groups.format(n);
