import { DAY_MS } from "#platform/rules/time.ts";

/** Which try of which message; its key (`journalKey`) is constant over retries and restored databases. */
export type Try = {
  readonly message_id: string;
  readonly ticket: string;
  readonly lease: string;
};

/** How a try ended, as far as the journal looks at it. */
export type Ended = Try & { readonly ending: string; readonly phase: string };

/** What a journal knows of a message: its newest try. */
export type Entry<R extends Ended> = {
  readonly at: number;
  readonly try: Try;
  /** Null between the intent and the outcome. */
  readonly result: R | null;
  /** The app has stored the result. */
  readonly settled: boolean;
};

/** What a journal records, in order. `again`: somebody decided to send although an outcome is unclear. */
export type Line<R extends Ended> =
  | {
      readonly t: "intent";
      readonly at: number;
      readonly try: Try;
      readonly again?: boolean | undefined;
    }
  | { readonly t: "outcome"; readonly at: number; readonly result: R; readonly settled: boolean }
  | { readonly t: "settled"; readonly try: Try };

/** Longer than any retry, and than the age of a backup or bookmark that somebody would restore. */
export const JOURNAL_KEEP_MS = 30 * DAY_MS;

/** The entry of a message after a line about it; undefined: nothing that is worth keeping. */
export function afterLine<R extends Ended>(
  entry: Entry<R> | undefined,
  line: Line<R>,
): Entry<R> | undefined {
  switch (line.t) {
    case "intent":
      return { at: line.at, try: line.try, result: null, settled: false };
    case "outcome": {
      const { at, result, settled } = line;
      // What stands in the way of another try goes for something as weighty alone.
      if (entry && !sameTry(entry.try, result) && weight(result) < weight(entry.result)) {
        return entry;
      }
      return { at, try: pickTry(result), result, settled };
    }
    case "settled":
      // A newer try of the same message is not settled by news of an older one.
      if (!entry || !sameTry(entry.try, line.try)) return entry;
      return weight(entry.result) > 0 ? { ...entry, settled: true } : undefined;
  }
}

/**
 * Whether a try may not begin: the message was accepted, or may have been delivered without anybody
 * knowing and nobody decided to send it again. Asking twice for the same try changes nothing, until
 * it has ended.
 */
export function forbidsTry<R extends Ended>(
  entry: Entry<R> | undefined,
  asked: { readonly try: Try; readonly again?: boolean | undefined },
): boolean {
  if (!entry) return false;
  if (sameTry(entry.try, asked.try)) return entry.result !== null;
  return weight(entry.result) > (asked.again === true ? 1 : 0);
}

/** Whether the outcome stands in the way of another try: accepted, or unclear. */
export const forbidsAnother = (result: Ended): boolean => weight(result) > 0;

/** 2: accepted; 1: the message may have been delivered without anybody knowing; 0: it was not. */
function weight(result: Ended | null): 0 | 1 | 2 {
  if (!result) return 1;
  const { ending, phase } = result;
  if (ending === "accepted") return 2;
  const broke = ending === "network" || ending === "timeout" || ending === "tls";
  return broke && (phase === "body" || phase === "dot") ? 1 : 0;
}

/**
 * The key of a message in a journal: its Message-ID without the domain. That is the sender's, and a
 * database that was put back may choose another sender for what was sent already.
 */
export const journalKey = (messageId: string): string => {
  const at = messageId.lastIndexOf("@");
  return at < 0 ? messageId : messageId.slice(0, at);
};

export const pickTry = ({ message_id, ticket, lease }: Try): Try => ({ message_id, ticket, lease });

/** Whether both are of one hand-over of the message. */
export const sameTry = (a: Try, b: Try): boolean => a.ticket === b.ticket && a.lease === b.lease;

export const messageOf = <R extends Ended>(line: Line<R>): string =>
  line.t === "outcome" ? line.result.message_id : line.try.message_id;
