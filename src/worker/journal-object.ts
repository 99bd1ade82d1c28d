import { DurableObject } from "cloudflare:workers";
import type {
  JournalEntry,
  ReadJournalRequest,
  ReadJournalResponse,
  WriteJournalRequest,
  WriteJournalResponse,
} from "#platform/wire/send-journal.ts";
import { JOURNAL_LINES, type JournalLine } from "#platform/wire/send-journal.ts";
import { systemNow } from "#platform/adapters/clock.ts";
import {
  afterLine,
  forbidsTry,
  JOURNAL_KEEP_MS,
  journalKey,
  messageOf,
} from "#modules/delivery/rules/journal.ts";
import { DAY_MS } from "#platform/rules/time.ts";

const SCHEMA = `
CREATE TABLE IF NOT EXISTS messages (
  message_id TEXT PRIMARY KEY, at INTEGER NOT NULL, ticket TEXT NOT NULL, lease TEXT NOT NULL,
  result TEXT, settled INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS messages_unsettled ON messages (message_id) WHERE settled = 0;
CREATE INDEX IF NOT EXISTS messages_at ON messages (at);
CREATE TABLE IF NOT EXISTS runs (run TEXT PRIMARY KEY, turn INTEGER NOT NULL, at INTEGER NOT NULL);
`;

type Row = {
  message_id: string;
  at: number;
  ticket: string;
  lease: string;
  result: string | null;
  settled: number;
};

const SELECT = "SELECT message_id, at, ticket, lease, result, settled FROM messages";

/**
 * The companion's journal in storage of its own: one row for each message of the last 30 days. An
 * answer is sent once what it confirms is on disk (the platform's output gate), and calls run one
 * after the other, so of two tries of a message only one is let through.
 */
export class JournalObject extends DurableObject {
  readonly #storage: DurableObjectStorage;

  constructor(ctx: DurableObjectState<{}>, env: Cloudflare.Env) {
    super(ctx, env);
    this.#storage = ctx.storage;
    void ctx.blockConcurrencyWhile(async () => {
      ctx.storage.sql.exec(SCHEMA);
      if ((await ctx.storage.getAlarm()) === null) await this.#forgetTomorrow();
    });
  }

  /** All lines or none. Null: the sender has given this write up and written another since. */
  write({ run, turn, lines }: WriteJournalRequest): WriteJournalResponse | null {
    const { sql } = this.#storage;
    return this.#storage.transactionSync(() => {
      const [row] = sql
        .exec(
          `INSERT INTO runs (run, turn, at) VALUES (?, ?, ?)
           ON CONFLICT (run) DO UPDATE SET turn = excluded.turn, at = excluded.at
           WHERE excluded.turn > turn RETURNING turn`,
          run,
          turn,
          systemNow(),
        )
        .toArray();
      if (!row) return null;
      return { barred: lines.flatMap((line) => (this.#keep(line) ? [] : [messageOf(line)])) };
    });
  }

  /** Entries in order of Message-ID. */
  read(request: ReadJournalRequest): ReadJournalResponse {
    const { sql } = this.#storage;
    const rows =
      "message_ids" in request
        ? sql.exec<Row>(
            `${SELECT} JOIN json_each(?) s ON message_id >= s.value->>0 AND message_id < s.value->>1
             ORDER BY message_id`,
            JSON.stringify(request.message_ids.map(spanOf)),
          )
        : sql.exec<Row>(
            `${SELECT} WHERE settled = 0 AND message_id > ? ORDER BY message_id LIMIT ?`,
            request.unsettled_after,
            JOURNAL_LINES,
          );
    const entries = rows.toArray().map(entryOf);
    return { entries, more: "unsettled_after" in request && entries.length === JOURNAL_LINES };
  }

  /** Forgets what is too old to matter, once a day. */
  override async alarm(): Promise<void> {
    const before = systemNow() - JOURNAL_KEEP_MS;
    this.#storage.sql.exec("DELETE FROM messages WHERE at < ?", before);
    this.#storage.sql.exec("DELETE FROM runs WHERE at < ?", before);
    await this.#forgetTomorrow();
  }

  async #forgetTomorrow(): Promise<void> {
    await this.#storage.setAlarm(systemNow() + DAY_MS);
  }

  /** False: an intent that an earlier try forbids. */
  #keep(line: JournalLine): boolean {
    const { sql } = this.#storage;
    const id = messageOf(line);
    const span = spanOf(id);
    const [row] = sql.exec<Row>(`${SELECT} WHERE ${IN_SPAN}`, ...span).toArray();
    const before = row && entryOf(row);
    if (line.t === "intent" && forbidsTry(before, line)) return false;
    const entry = afterLine(before, line);
    if (entry === before) return true;
    sql.exec(`DELETE FROM messages WHERE ${IN_SPAN}`, ...span);
    if (entry) {
      sql.exec(
        `INSERT INTO messages (message_id, at, ticket, lease, result, settled)
         VALUES (?, ?, ?, ?, ?, ?)`,
        entry.try.message_id,
        entry.at,
        entry.try.ticket,
        entry.try.lease,
        entry.result && JSON.stringify(entry.result),
        entry.settled ? 1 : 0,
      );
    }
    return true;
  }
}

/** Every Message-ID of a key: whatever domain comes behind it. */
const spanOf = (messageId: string): [from: string, below: string] => {
  const key = journalKey(messageId);
  return [`${key}@`, `${key}A`];
};
const IN_SPAN = "message_id >= ? AND message_id < ?";

const entryOf = (row: Row): JournalEntry => ({
  at: row.at,
  try: { message_id: row.message_id, ticket: row.ticket, lease: row.lease },
  // Written by `#keep` alone.
  result: row.result === null ? null : (JSON.parse(row.result) as JournalEntry["result"]),
  settled: row.settled === 1,
});
