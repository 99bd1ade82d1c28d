import { z } from "zod";
import type { SendResult } from "#platform/wire/transmission.ts";
import { JournalLine } from "#platform/wire/send-journal.ts";
import {
  afterLine,
  type Entry as EntryOf,
  forbidsAnother,
  JOURNAL_KEEP_MS,
  journalKey,
  messageOf,
  pickTry,
  sameTry,
  type Try,
} from "#modules/delivery/rules/journal.ts";
import { type AppendFile, openAppendFile } from "./append-file.ts";
import { describeBriefly, type Log } from "./log.ts";

export type Result = z.output<typeof SendResult>;
const Line = z.union([
  JournalLine,
  z.object({ t: z.literal("probe"), room: z.string().optional() }),
]);
type Line = z.output<typeof Line>;
export type Entry = EntryOf<Result>;

/**
 * A durable record of what was sent. It closes the gap between the server's 250 and the app's
 * database. On the disk of the companion, or stored by the app (`app-journal.ts`).
 */
export type Journal = {
  /** Loads the entries of these messages. Rejects when they cannot be read. */
  recall(messageIds: readonly string[]): Promise<void>;
  /**
   * Recorded before the first byte of the body is sent. False: an earlier attempt forbids it.
   * Rejects when it cannot be recorded.
   */
  intent(of: Try & { readonly again?: boolean | undefined }): Promise<boolean>;
  /** Recorded before it is reported to the app. */
  outcome(result: Result): Promise<void>;
  /** The app has stored the result. */
  settled(of: Try): void;
  /** The result of an earlier attempt that forbids another one: accepted, or unclear. */
  blockingResult(messageId: string): Result | null;
  /** The result of exactly this attempt, if it has one. */
  outcomeOf(of: Try): Result | null;
  /** Results of earlier runs that the app has not settled; called once, at the start. */
  unsettled(): Promise<readonly Result[]>;
  /**
   * The newest attempt of each of these messages, as far as known. Rejects when it cannot be read.
   */
  entriesOf(messageIds: readonly string[]): Promise<readonly Entry[]>;
  /** Whether lines are accepted; after a failure it tries again. */
  writable(): Promise<boolean>;
  close(): Promise<void>;
};

/** Longer than the lines of one message: on a full disk a short one may still find room. */
const PROBE = { t: "probe", room: " ".repeat(2_048) } as const;
const COMPACT_ABOVE_BYTES = 16 * 1024 * 1024;

/**
 * Opens the journal. Attempts that had started their body when the process ended become unclear
 * results; every result found is marked as replayed.
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
    log("journal.compaction_failed", { cause: describeBriefly(cause) }, "error");
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
      log("journal.compaction_failed", { cause: describeBriefly(cause) }, "error");
    }
    compacting = false;
  }

  return {
    recall: async () => {},
    async intent(of) {
      await record({ t: "intent", at: now(), try: pickTry(of) });
      return true;
    },
    outcome: (result) => record({ t: "outcome", at: now(), result, settled: false }),
    settled(of) {
      record({ t: "settled", try: pickTry(of) }).catch((cause: unknown) =>
        log("journal.write_failed", { cause: describeBriefly(cause) }, "error"),
      );
    },
    blockingResult(messageId) {
      const entry = entries.get(journalKey(messageId));
      return entry ? blockingResultOf(entry) : null;
    },
    outcomeOf(of) {
      const entry = entries.get(journalKey(of.message_id));
      return entry && sameTry(entry.try, of) ? entry.result : null;
    },
    unsettled: async () =>
      [...entries.values()].flatMap(({ result, settled }) => (result && !settled ? [result] : [])),
    entriesOf: async (ids) =>
      ids.map((id) => entries.get(journalKey(id))).filter((entry) => entry !== undefined),
    async writable() {
      if (failed) await record(PROBE).catch(() => {});
      return !failed;
    },
    close: () => file.close(),
  };
}

function forgetOld(entries: Map<string, Entry>, now: number): void {
  for (const [id, { at }] of entries) if (at < now - JOURNAL_KEEP_MS) entries.delete(id);
}

function apply(entries: Map<string, Entry>, line: Line): void {
  if (line.t === "probe") return;
  const id = journalKey(messageOf(line));
  const before = entries.get(id);
  const entry = afterLine(before, line);
  if (!entry) entries.delete(id);
  else if (entry !== before) entries.set(id, entry);
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

/** The result that forbids another attempt, with its time; null if it forbids none. */
export function blockingResultOf({ at, result }: Entry): Result | null {
  return result && forbidsAnother(result) ? { ...result, at } : null;
}

/** The body had started, so the dot may have been sent. */
export const interrupted = (of: Try): Result => ({
  ...of,
  ending: "network",
  phase: "dot",
  code: null,
  enhanced: null,
  response: "The mail service stopped before the outcome was known.",
  replayed: true,
});
