import { z } from "zod";
import { SendResult } from "#contract/companion.ts";
import { DAY_MS } from "#domain/time.ts";
import { type AppendFile, openAppendFile } from "./append-file.ts";
import { describe, type Log } from "./log.ts";

export type Result = z.output<typeof SendResult>;
/** Which try of which message: `message_id` is the key, constant over retries and restored databases. */
export type Try = Pick<Result, "message_id" | "ticket" | "lease">;

const Try = SendResult.pick({ message_id: true, ticket: true, lease: true });
const Line = z.discriminatedUnion("t", [
  z.object({ t: z.literal("intent"), at: z.number(), try: Try }),
  z.object({ t: z.literal("outcome"), at: z.number(), result: SendResult, settled: z.boolean() }),
  z.object({ t: z.literal("settled"), try: Try }),
  z.object({ t: z.literal("probe") }),
]);
type Line = z.output<typeof Line>;

type Entry = {
  readonly at: number;
  readonly try: Try;
  /** Null between the intent and the outcome. */
  readonly result: Result | null;
  readonly settled: boolean;
};

/** Memory of what was sent, on disk: closes the gap between the server's 250 and the app's database. */
export type Journal = {
  /** On disk before the first body byte leaves. */
  intent(of: Try): Promise<void>;
  /** On disk before the app hears of it. */
  outcome(result: Result): Promise<void>;
  /** The app has stored the result. */
  settled(of: Try): void;
  /** The outcome of an earlier try that forbids another: accepted, or unclear. */
  bar(messageId: string): Result | null;
  /** The outcome of this very try, when it has one. */
  outcomeOf(of: Try): Result | null;
  /** Outcomes that the app has not settled. */
  unsettled(): Result[];
  /** Whether the disk takes lines; after a failure it is tried again. */
  writable(): Promise<boolean>;
  close(): Promise<void>;
};

/** Longer than any retry, and than the age of a backup that somebody would restore. */
const KEEP_MS = 30 * DAY_MS;
const COMPACT_ABOVE_BYTES = 16 * 1024 * 1024;

/**
 * Opens the journal. Tries that had begun their body when the process ended become unclear
 * outcomes; every outcome found is marked as replayed.
 */
export async function openJournal(
  path: string,
  options: { readonly now: () => number; readonly log: Log },
): Promise<Journal> {
  const { now, log } = options;
  const entries = new Map<string, Entry>();
  let unreadable = 0;
  const file = await openAppendFile(path, (text) => {
    const line = parseLine(text);
    if (line) apply(entries, line);
    else unreadable++;
  });
  if (unreadable > 0) log("journal.lines_skipped", { lines: unreadable }, "warn");

  forgetOld(entries, now());
  for (const [id, entry] of entries) {
    const result = { ...(entry.result ?? interrupted(entry.try)), replayed: true };
    entries.set(id, { ...entry, result });
  }
  await file.rewrite(linesOf(entries)).catch((cause: unknown) => {
    log("journal.compaction_failed", { cause: describe(cause) }, "error");
  });
  return journalOver(file, entries, now, log);
}

function journalOver(
  file: AppendFile,
  entries: Map<string, Entry>,
  now: () => number,
  log: Log,
): Journal {
  let compactedBytes = file.bytes();
  let compacting = false;
  let failed = false;

  async function record(line: Line): Promise<void> {
    apply(entries, line);
    if (file.bytes() > Math.max(COMPACT_ABOVE_BYTES, 2 * compactedBytes)) void compact();
    try {
      await file.append(JSON.stringify(line));
      failed = false;
    } catch (cause) {
      failed = true;
      throw cause;
    }
  }

  async function compact(): Promise<void> {
    if (compacting) return;
    compacting = true;
    forgetOld(entries, now());
    try {
      await file.rewrite(linesOf(entries));
      compactedBytes = file.bytes();
    } catch (cause) {
      log("journal.compaction_failed", { cause: describe(cause) }, "error");
    }
    compacting = false;
  }

  return {
    intent: (of) => record({ t: "intent", at: now(), try: pickTry(of) }),
    outcome: (result) => record({ t: "outcome", at: now(), result, settled: false }),
    settled(of) {
      record({ t: "settled", try: pickTry(of) }).catch((cause: unknown) =>
        log("journal.write_failed", { cause: describe(cause) }, "error"),
      );
    },
    bar(messageId) {
      const entry = entries.get(messageId);
      const result = entry?.result && { ...entry.result, at: entry.at };
      return result && (result.ending === "accepted" || isUnclear(result)) ? result : null;
    },
    outcomeOf(of) {
      const entry = entries.get(of.message_id);
      return entry && sameTry(entry.try, of) ? entry.result : null;
    },
    unsettled: () =>
      [...entries.values()].flatMap(({ result, settled }) => (result && !settled ? [result] : [])),
    async writable() {
      if (failed) await record({ t: "probe" }).catch(() => {});
      return !failed;
    },
    close: () => file.close(),
  };
}

function forgetOld(entries: Map<string, Entry>, now: number): void {
  for (const [id, { at }] of entries) if (at < now - KEEP_MS) entries.delete(id);
}

/** Whether the message may have been delivered without anybody knowing. */
const isUnclear = ({ ending, phase }: Pick<Result, "ending" | "phase">): boolean =>
  (ending === "network" || ending === "timeout" || ending === "tls") &&
  (phase === "body" || phase === "dot");

function apply(entries: Map<string, Entry>, line: Line): void {
  switch (line.t) {
    case "intent":
      entries.set(line.try.message_id, {
        at: line.at,
        try: line.try,
        result: null,
        settled: false,
      });
      break;
    case "outcome": {
      const { at, result, settled } = line;
      entries.set(result.message_id, { at, try: pickTry(result), result, settled });
      break;
    }
    case "settled": {
      const entry = entries.get(line.try.message_id);
      // A newer try of the same message is not settled by news of an older one.
      if (!entry?.result || !sameTry(entry.try, line.try)) break;
      const worthKeeping = entry.result.ending === "accepted" || isUnclear(entry.result);
      if (worthKeeping) entries.set(line.try.message_id, { ...entry, settled: true });
      else entries.delete(line.try.message_id);
      break;
    }
    case "probe":
      break;
  }
}

function* linesOf(entries: ReadonlyMap<string, Entry>): Generator<string> {
  for (const { at, result, settled, try: of } of entries.values()) {
    const line: Line = result
      ? { t: "outcome", at, result, settled }
      : { t: "intent", at, try: of };
    yield JSON.stringify(line);
  }
}

function parseLine(text: string): Line | null {
  try {
    return Line.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The body had begun, so the dot may have been sent. */
const interrupted = (of: Try): Result => ({
  ...of,
  ending: "network",
  phase: "dot",
  code: null,
  enhanced: null,
  response: "The mail service stopped before the outcome was known.",
  replayed: true,
});

const pickTry = ({ message_id, ticket, lease }: Try): Try => ({ message_id, ticket, lease });
const sameTry = (a: Try, b: Try): boolean => a.ticket === b.ticket && a.lease === b.lease;
