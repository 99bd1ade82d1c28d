import type { Row } from "./format.ts";

/** What was handed over before an opt-out may be accepted so long after it. */
export const CROSSING_MS = 600_000;

/** Somebody may not be written to: why, since when, and until when. */
type Block = { readonly reason: string; readonly since: number; until: number };

/** Says of each row that left whether it was allowed to: "no", or "crossing" within the time of a hand-over. */
export function watchPeople() {
  const blocks = new Map<string, Block[]>();
  const erased = new Set<string>();

  function block(who: string, reason: string, since: number): void {
    const own = blocks.get(who) ?? [];
    if (!own.some((one) => one.reason === reason && one.until === Infinity)) {
      blocks.set(who, [...own, { reason, since, until: Infinity }]);
    }
  }
  function lift(who: string, reason: string, at: number): void {
    const lifted = LIFTS[reason] ?? [reason];
    for (const one of blocks.get(who) ?? []) {
      if (one.until === Infinity && lifted.includes(one.reason)) one.until = at;
    }
  }
  function judge(row: Row): "yes" | "no" | "crossing" {
    const stops = (blocks.get(row.person) ?? [])
      .concat(blocks.get(row.domain) ?? [])
      .filter(({ reason }) => reason !== OPTED_OUT || row.kind !== "reply")
      .filter(({ since, until }) => row.at > since && row.at < until);
    if (stops.length === 0) return "yes";
    return stops.some(({ since }) => row.at > since + CROSSING_MS) ? "no" : "crossing";
  }

  return {
    isErased: (who: string): boolean => erased.has(who),
    /** What a row says of people; of one that left, whether it was allowed to. */
    take(row: Row): "yes" | "no" | "crossing" {
      const who = row.person || row.domain;
      if (who === "") return "yes";
      switch (row.kind) {
        case "opt_out":
          block(who, OPTED_OUT, row.at);
          return "yes";
        case "suppressed":
          block(who, row.detail, row.at);
          return "yes";
        case "lifted":
          lift(who, row.detail, row.at);
          return "yes";
        case "erased":
          erased.add(who);
          return "yes";
        case "step":
        case "again":
        case "reply":
          return judge(row);
        default:
          return "yes";
      }
    },
  };
}

const OPTED_OUT = "opted_out";
/** A person who is taken off the list after their own wish may be written to by campaigns as well. */
const LIFTS: Readonly<Record<string, readonly string[]>> = {
  unsubscribed: ["unsubscribed", OPTED_OUT],
  do_not_contact: ["do_not_contact", OPTED_OUT],
};
