import { believe, type Seen } from "./belief.ts";
import { effective, type Factors } from "./factors.ts";

/** Mails to one provider, and of a search over all of them. */
export const MAILS_PER_PROVIDER = 24;
export const MAILS_PER_SEARCH = 64;
/** Kept for each other provider that has had fewer. */
const KEPT_PER_PROVIDER = 3;

/** How sure a cause must be before it is proved, and the other two answers before they are given. */
const CAUSE_AT = 0.9;
const OTHERS_AT = 0.95;
/** A named cause must be missing from so many mails that arrive, one after the other. */
const PROOFS = 2;
/** After so many causes that did not prove themselves nothing more is tried. */
const FAILED_AT_MOST = 3;
/** Without a place of so many mails in a row the seeds tell nothing. */
const SILENT_AT_MOST = 4;

/** What a mail of the search is for. */
export const PURPOSES = ["full", "ask", "proof"] as const;
export type Purpose = (typeof PURPOSES)[number];

/** A mail of the search, in the order of sending; null: nobody saw where it came to lie. */
export type Tried = {
  readonly version: Factors;
  readonly purpose: Purpose;
  readonly junk: boolean | null;
};

/** What a search says of a provider. */
export const ANSWERS = ["cause", "not_junked", "not_content", "nothing_found"] as const;
export type SearchAnswer = (typeof ANSWERS)[number];

/** What a search found out about a provider. */
export type Found = {
  readonly provider: string;
  readonly answer: SearchAnswer;
  readonly cause: Factors;
  /** 0 to 1. */
  readonly sure: number;
  readonly mails: number;
};

export type Step =
  | { readonly do: "send"; readonly version: Factors; readonly purpose: Purpose }
  | {
      readonly do: "end";
      readonly answer: SearchAnswer;
      /** What has to go; 0 but for a cause. */
      readonly cause: Factors;
      /** Probability of the answer, 0 to 1. */
      readonly sure: number;
    };

/**
 * What the search does next with a provider, from all that it did: it is the same whenever it is
 * asked. Starts with the whole mail twice, then sends what is least certain; a cause that it names
 * must prove itself.
 */
export function nextSearchStep(
  present: Factors,
  tried: readonly Tried[],
  { left, salt }: { readonly left: number; readonly salt: string },
): Step {
  const whole = effective(present);
  const placed = tried.filter((one): one is Seen & Tried => one.junk !== null);
  const { clean, always, cause, next } = believe(present, placed);
  const nothing: Step = {
    do: "end",
    answer: "nothing_found",
    cause: 0,
    sure: Math.max(0, 1 - Math.max(clean, always, cause.sure)),
  };
  const silent = tried.length - 1 - tried.findLastIndex(({ junk }) => junk !== null);
  if (silent >= SILENT_AT_MOST) return nothing;
  const open = openProof(tried);
  if (open !== null && open.arrived >= PROOFS) {
    return { do: "end", answer: "cause", cause: whole & ~open.version, sure: cause.sure };
  }
  if (open === null) {
    if (placed.length >= 2) {
      if (clean >= OTHERS_AT) return { do: "end", answer: "not_junked", cause: 0, sure: clean };
      if (always >= OTHERS_AT) return { do: "end", answer: "not_content", cause: 0, sure: always };
    }
    if (failedProofs(tried) >= FAILED_AT_MOST) return nothing;
  }
  if (left <= 0) return nothing;
  if (placed.length < 2) return { do: "send", version: whole, purpose: "full" };
  if (open !== null) return { do: "send", version: open.version, purpose: "proof" };
  if (clean + always < 1 - CAUSE_AT && cause.sure >= CAUSE_AT) {
    // What can't be proved any more is not begun.
    if (left < PROOFS) return nothing;
    return { do: "send", version: present & ~cause.cut, purpose: "proof" };
  }
  return { do: "send", version: next(`${salt}:${tried.length}`), purpose: "ask" };
}

/** The cause that is being proved: its mails at the end of all, none of which was junked. */
function openProof(
  tried: readonly Tried[],
): { readonly version: Factors; readonly arrived: number } | null {
  const last = tried.at(-1);
  if (last?.purpose !== "proof") return null;
  let arrived = 0;
  for (let at = tried.length - 1; at >= 0; at--) {
    const one = tried[at];
    if (one?.purpose !== "proof" || one.version !== last.version || one.junk === true) break;
    if (one.junk === false) arrived++;
  }
  return last.junk === true ? null : { version: last.version, arrived };
}

const failedProofs = (tried: readonly Tried[]): number =>
  tried.filter(({ purpose, junk }) => purpose === "proof" && junk === true).length;

/** How many more mails a provider may get: its own budget, and what all of them together leave. */
export function leftFor(used: number, others: readonly { used: number; ended: boolean }[]): number {
  const all = used + others.reduce((sum, other) => sum + other.used, 0);
  const kept = others.reduce(
    (sum, other) => sum + (other.ended ? 0 : Math.max(0, KEPT_PER_PROVIDER - other.used)),
    0,
  );
  return Math.min(MAILS_PER_PROVIDER - used, MAILS_PER_SEARCH - all - kept);
}
