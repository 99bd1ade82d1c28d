import {
  JOURNAL_LINES,
  ReadJournalResponse,
  type JournalEntry,
  type ReadJournalRequest,
  WriteJournalResponse,
} from "#platform/wire/send-journal.ts";
import { journalKey, pickTry, sameTry } from "#modules/delivery/rules/journal.ts";
import type { AppClient } from "./app-client.ts";
import { blockingResultOf, type Entry, interrupted, type Journal, type Result } from "./journal.ts";
import { createLineWriter } from "./line-writer.ts";
import { type Log } from "./log.ts";

const WRITE_TIMEOUT_MS = 10_000;
const READ_TIMEOUT_MS = 15_000;
const CLOSE_WITHIN_MS = 2_000;

/**
 * The journal stored by the app, for a companion without a permanent disk. Writes of many mailboxes
 * are sent together. The app itself rejects an attempt that an earlier one forbids, also when two
 * companions overlap. Nothing is accepted before the unsettled results of earlier runs were read.
 */
export function createAppJournal(
  call: AppClient,
  options: { readonly now: () => number; readonly log: Log },
): Journal {
  const { now, log } = options;
  /** Attempts of this run, until they are settled. */
  const own = new Map<string, Entry>();
  /** Entries of earlier runs about messages that are to be sent now. */
  const recalled = new Map<string, Entry>();
  let hasRead = false;

  const writer = createLineWriter({
    log,
    send: (request) =>
      call("/internal/companion/journal/write", request, WriteJournalResponse, WRITE_TIMEOUT_MS),
  });
  const read = (request: ReadJournalRequest) =>
    call("/internal/companion/journal/read", request, ReadJournalResponse, READ_TIMEOUT_MS);

  const known = (messageId: string): Entry[] =>
    [own, recalled]
      .map((all) => all.get(journalKey(messageId)))
      .filter((entry) => entry !== undefined);

  return {
    async recall(messageIds) {
      for (let i = 0; i < messageIds.length; i += JOURNAL_LINES) {
        const part = messageIds.slice(i, i + JOURNAL_LINES);
        const { entries } = await read({ message_ids: part });
        for (const id of part) recalled.delete(journalKey(id));
        for (const entry of entries) recalled.set(journalKey(entry.try.message_id), ended(entry));
      }
    },
    async intent(of) {
      const at = now();
      const line = { t: "intent", at, try: pickTry(of), again: of.again === true } as const;
      own.set(journalKey(of.message_id), { at, try: line.try, result: null, settled: false });
      return writer.write(line);
    },
    async outcome(result) {
      const at = now();
      own.set(journalKey(result.message_id), { at, try: pickTry(result), result, settled: false });
      await writer.write({ t: "outcome", at, result, settled: false });
    },
    settled(of) {
      for (const entries of [own, recalled]) {
        const key = journalKey(of.message_id);
        const entry = entries.get(key);
        if (entry && sameTry(entry.try, of)) entries.delete(key);
      }
      writer.writeSoon({ t: "settled", try: pickTry(of) });
    },
    blockingResult: (messageId) =>
      known(messageId)
        .map(blockingResultOf)
        .find((result) => result !== null) ?? null,
    outcomeOf: (of) => known(of.message_id).find((entry) => sameTry(entry.try, of))?.result ?? null,
    async unsettled() {
      const found: Result[] = [];
      for (let after = "", more = true; more;) {
        const page = await read({ unsettled_after: after });
        for (const entry of page.entries) {
          found.push(ended(entry).result);
        }
        after = page.entries.at(-1)?.try.message_id ?? after;
        more = page.more;
      }
      hasRead = true;
      return found;
    },
    async entriesOf(ids) {
      const found: Entry[] = [];
      for (let i = 0; i < ids.length; i += JOURNAL_LINES) {
        const { entries } = await read({ message_ids: ids.slice(i, i + JOURNAL_LINES) });
        found.push(...entries);
      }
      return found;
    },
    writable: async () => hasRead && (await writer.works()),
    async close() {
      await writer.close(CLOSE_WITHIN_MS);
      if (own.size > 0) log("journal.closed", { unsettled: own.size }, "debug");
    },
  };
}

/**
 * As a later run sees an entry: an attempt that had started its body and never ended is unclear.
 */
const ended = (entry: JournalEntry): Entry & { result: Result } => ({
  ...entry,
  result: { ...(entry.result ?? interrupted(entry.try)), replayed: true },
});
