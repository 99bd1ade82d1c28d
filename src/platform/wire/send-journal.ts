import { z } from "zod";
import { SendResult } from "./transmission.ts";

/*
 * What the companion's journal knows: POST /v1/journal, signed. And the journal where its own disk does not last: kept by the app in storage that no
 * restore of the database touches. POST /internal/companion/journal/write and /read, signed.
 */

const Try = SendResult.pick({ message_id: true, ticket: true, lease: true });

const IntentLine = z.object({
  t: z.literal("intent"),
  at: z.number(),
  try: Try,
  again: z.boolean().optional(),
});
const OutcomeLine = z.object({
  t: z.literal("outcome"),
  at: z.number(),
  result: SendResult,
  settled: z.boolean(),
});
const SettledLine = z.object({ t: z.literal("settled"), try: Try });

/** One line; `at` is Unix milliseconds. */
export const JournalLine = z.discriminatedUnion("t", [IntentLine, OutcomeLine, SettledLine]);
export type JournalLine = z.output<typeof JournalLine>;

/** What is known of a message: its newest try; `result` is null between intent and outcome. */
export const JournalEntry = z.object({
  at: z.number(),
  try: Try,
  result: SendResult.nullable(),
  settled: z.boolean(),
});
export type JournalEntry = z.output<typeof JournalEntry>;

/** Lines that one write takes, and entries that one reading answers. */
export const JOURNAL_LINES = 500;

/**
 * Lines in order, kept before the answer; none is fine, and checks whether it can be written to. A
 * write whose `turn` is not above the last one of the same `run` was given up by its sender and
 * changes nothing.
 */
export const WriteJournalRequest = z.object({
  run: z.string().min(1).max(64),
  turn: z.int().min(1),
  lines: z.array(JournalLine).max(JOURNAL_LINES),
});
export type WriteJournalRequest = z.output<typeof WriteJournalRequest>;
/** Messages whose intent an earlier try forbids; they were not kept and may not be sent. */
export const WriteJournalResponse = z.object({ barred: z.array(z.string()) });
export type WriteJournalResponse = z.output<typeof WriteJournalResponse>;

/** What is known of these messages, or what is not settled, in order of Message-ID, above `after`. */
export const ReadJournalRequest = z.union([
  z.object({ message_ids: z.array(z.string()).max(JOURNAL_LINES) }),
  z.object({ unsettled_after: z.string() }),
]);
export type ReadJournalRequest = z.output<typeof ReadJournalRequest>;
export const ReadJournalResponse = z.object({
  entries: z.array(JournalEntry),
  /** More waits above the last entry. */
  more: z.boolean(),
});
export type ReadJournalResponse = z.output<typeof ReadJournalResponse>;

/** Asks the companion for what its journal knows of messages, wherever that is kept. Nothing is answered about others. */
export const RecallRequest = z.object({
  message_ids: z.array(z.string()).min(1).max(JOURNAL_LINES),
});
export const RecallResponse = z.object({ entries: z.array(JournalEntry) });
