import type { Rival } from "./found.ts";

/** Workspaces of an agency that are read side by side: each has its own rate. */
export const MOST_AT_ONCE = 4;

/** So many requests in so many milliseconds, as the vendor documents them or as an operator found them. */
type DocumentedRate = {
  /** What the requests bring; `leads` with all their emails, `contacts` one by one for Message-IDs. */
  readonly of: "rest" | "emails" | "leads" | "contacts";
  readonly requests: number;
  readonly perMs: number;
  /** Rows that one request brings at most. */
  readonly rows: number;
  /** Accounts that are read side by side, each at this rate. */
  readonly atOnce?: number;
};

/** What each rival allows. The rest is over in minutes: emails are what takes long. */
export const rateTable: Readonly<Record<Rival, readonly DocumentedRate[]>> = {
  instantly: [
    { of: "rest", requests: 100, perMs: 1_000, rows: 100 },
    { of: "emails", requests: 20, perMs: 60_000, rows: 100, atOnce: MOST_AT_ONCE },
  ],
  smartlead: [
    { of: "rest", requests: 60, perMs: 60_000, rows: 100 },
    { of: "leads", requests: 60, perMs: 60_000, rows: 250 },
  ],
  lemlist: [
    { of: "rest", requests: 20, perMs: 2_000, rows: 100 },
    { of: "emails", requests: 20, perMs: 2_000, rows: 100 },
    { of: "contacts", requests: 20, perMs: 2_000, rows: 1 },
  ],
};

/** What of a first reading is known so far. */
export type ReadSoFar = {
  readonly places: number;
  readonly emails: number;
  /** Mean of a place, from some of them: emails that were sent, whether any was, whether more are to come. */
  readonly sentEach: number;
  readonly startedShare: number;
  readonly middleShare: number;
  /** Of the emails, those with their Message-ID. */
  readonly identifiedShare: number;
  /** Shares of places and emails by account, where there are several. */
  readonly accounts?: readonly { readonly places: number; readonly emails: number }[];
};

/**
 * Seconds that a first reading still takes at the documented rate, for the leads that were found so
 * far. Null: none was found, or all of them are read and nobody knows how many are to come.
 */
export function secondsLeftAt(rival: Rival, read: ReadSoFar): number | null {
  const sent = read.places * read.sentEach;
  /** Of the longest account, or of all of them side by side. */
  const sideBySide = (atOnce: number): number => {
    const each = (read.accounts ?? [{ places: 1, emails: 1 }]).map(({ places, emails }) =>
      Math.max(0, sent * places - read.emails * emails),
    );
    return Math.max(...each, each.reduce((sum, one) => sum + one, 0) / atOnce);
  };
  const partDone = (part: number): number => (sent === 0 ? 1 : Math.min(1, part / sent));
  const left = {
    // Nobody says beforehand how many leads there are.
    rest: 0,
    emails: Math.max(0, sent - read.emails),
    leads: read.places * read.startedShare * (1 - partDone(read.emails)),
    contacts: read.places * read.middleShare * (1 - partDone(read.emails * read.identifiedShare)),
  };
  const ms = rateTable[rival].reduce(
    (all, { of, requests, perMs, rows, atOnce = 1 }) =>
      all +
      (Math.ceil((atOnce > 1 ? sideBySide(atOnce) : left[of]) / rows - 1e-9) * perMs) / requests,
    0,
  );
  return ms === 0 ? null : Math.ceil(ms / 1_000);
}
