import type { Found } from "#modules/moving/rules/found.ts";
import { refOf, suppressed } from "#modules/moving/rivals/rows.ts";
import { readFileRows } from "#modules/leads/files/read-rows.ts";
import type { FileRecord } from "#modules/leads/rules/files/open-rows.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";
import { instantlyLead, lemlistLead, type RowRead, smartleadLead } from "./lead-rows.ts";
import { googleSender, mailboxSender, microsoftSender } from "./sender-rows.ts";
import { rowReader, type TableRow } from "./table-row.ts";
import { FILE_NAMES, type FileKind, plainValue, whichFile } from "./which-file.ts";

/** What came in a file. */
export type RivalFile = {
  readonly kind: FileKind;
  /** `leads of Smartlead`. */
  readonly called: string;
  /** Ends with the file; what can't be read is a fault with its line. */
  readonly found: AsyncIterable<Found>;
};

/** Records that are looked at before the kind is decided: files begin with notes at times. */
const HEAD = 12;
const MAX_ROWS = 1_000_000;
const MAX_COLUMNS = 500;
/** More help nobody, and would fill the preview. */
const MAX_FAULTS = 1_000;

/** As many as an account has, several times over; names that never repeat are no campaigns. */
const MAX_CAMPAIGNS = 10_000;

const LINE_FAULTS = {
  unclosed_quote: "A quote is not closed.",
  row_too_long: "The line is too long to be a row.",
};

/** Reads a file that another product exported: CSV in any encoding and with any separator, or XLSX. */
export async function readRivalFile(
  name: OutsideText,
  bytes: AsyncIterable<Uint8Array>,
): Promise<RivalFile> {
  const where = name.slice(0, 120);
  const source = records(bytes);
  const head: FileRecord[] = [];
  let broken: string | null = null;
  try {
    while (head.length < HEAD) {
      const next = await source.next();
      if (next.done) break;
      head.push(next.value);
    }
  } catch (cause) {
    broken = wordsOf(cause);
  }
  const { at, kind } = locate(where, head);
  const found = broken === null ? read(where, kind, head, at, source) : faults(where, broken);
  return { kind, called: FILE_NAMES[kind], found };
}

async function* records(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<FileRecord> {
  for await (const batch of readFileRows(bytes).rows) yield* batch;
}

const wordsOf = (cause: unknown): string => {
  if (!(cause instanceof AppError)) throw cause;
  return cause.message;
};

/** Which record has the names, and what the file is by them. */
function locate(name: string, head: readonly FileRecord[]): { at: number; kind: FileKind } {
  let best: { at: number; kind: FileKind } = { at: 0, kind: "unknown" };
  for (const [at, { cells }] of head.entries()) {
    if (cells === null) continue;
    const sample = head.slice(at + 1).flatMap((record) => (record.cells ? [record.cells] : []));
    const kind = whichFile(name, cells.slice(0, MAX_COLUMNS), sample);
    if (kind === "unknown") continue;
    if (kind !== "email_list" && kind !== "block_list") return { at, kind };
    if (best.kind === "unknown") best = { at, kind };
  }
  return best;
}

async function* faults(where: string, reason: string): AsyncGenerator<Found> {
  yield faultAt(where, null, null, reason);
}

const faultAt = (
  where: string,
  line: number | null,
  column: string | null,
  reason: string,
): Found => ({
  kind: "fault",
  ref: refOf("file", where, line ?? "all", column ?? ""),
  where,
  line,
  column,
  reason,
});

const NOT_FOR_MOVING: Partial<Readonly<Record<FileKind, string>>> = {
  apollo_leads: "These are leads of Apollo. Import them under Leads: they stand in no campaign.",
  email_list:
    "It can't be seen whether nobody may write to these addresses. For a block list, put “block” into the name of the file; import leads under Leads.",
  unknown:
    "This file is none of those that Instantly, Smartlead or lemlist export. Import plain leads under Leads.",
};

async function* read(
  where: string,
  kind: FileKind,
  head: readonly FileRecord[],
  at: number,
  source: AsyncGenerator<FileRecord>,
): AsyncGenerator<Found> {
  const refusal = NOT_FOR_MOVING[kind];
  if (refusal !== undefined) {
    yield faultAt(where, head[at]?.line ?? null, null, refusal);
    return;
  }
  const header = head[at]?.cells?.slice(0, MAX_COLUMNS) ?? [];
  const rowOf = rowReader(header);
  // A plain list may have no header: then its first line is a value as well.
  const first = kind === "block_list" && plainValue(header) !== null ? at : at + 1;
  const campaigns = new Set<string>();
  let rows = 0;
  let wrong = 0;
  const one = function* (record: FileRecord): Generator<Found> {
    const result = readRecord(where, kind, record, rowOf);
    if (!("reason" in result)) {
      yield* newCampaigns(result, campaigns);
      yield* result;
      return;
    }
    wrong++;
    if (wrong <= MAX_FAULTS) yield faultAt(where, record.line, result.column, result.reason);
    if (wrong === MAX_FAULTS) {
      yield faultAt(where, null, null, `More than ${MAX_FAULTS} lines can't be read.`);
    }
  };
  for (const record of head.slice(first)) yield* one(record);
  try {
    for await (const record of source) {
      if (++rows > MAX_ROWS) {
        yield faultAt(
          where,
          record.line,
          null,
          `A file can have up to ${MAX_ROWS} rows. Split it.`,
        );
        return;
      }
      yield* one(record);
    }
  } catch (cause) {
    yield faultAt(where, null, null, wordsOf(cause));
  }
}

function readRecord(
  where: string,
  kind: FileKind,
  record: FileRecord,
  rowOf: ReturnType<typeof rowReader>,
): RowRead {
  if (record.cells === null) return { column: null, reason: LINE_FAULTS[record.fault] };
  const row = rowOf(record.line, record.cells);
  switch (kind) {
    case "smartlead_leads":
      return smartleadLead(row, campaignOfFile(where));
    case "lemlist_leads":
      return lemlistLead(row, campaignOfFile(where));
    case "instantly_leads":
      return instantlyLead(row, campaignNamed(row.text("campaignname", "campaign") ?? where));
    case "lemlist_unsubscribes":
      return unsubscribed(row);
    case "block_list":
      return blocked(where, record.cells);
    case "google_users":
      return googleSender(row);
    case "microsoft_users":
    case "entra_users":
      return microsoftSender(row);
    case "instantly_mailboxes":
    case "smartlead_mailboxes":
    case "emailbison_mailboxes":
      return mailboxSender(row);
    case "apollo_leads":
    case "email_list":
    case "unknown":
      return [];
  }
}

/** Not the rival's own id: a file has no steps, and must not replace those that were read by key. */
const campaignNamed = (name: string): string => refOf("file", name.slice(0, 150));
const campaignOfFile = (file: string): string =>
  campaignNamed(file.replace(/\.(?:csv|xlsx|txt|tsv)$/i, ""));

/** A campaign for each that rows name, before its first row. */
function* newCampaigns(found: readonly Found[], known: Set<string>): Generator<Found> {
  for (const one of found) {
    if (one.kind !== "place" || known.has(one.campaign)) continue;
    known.add(one.campaign);
    if (known.size > MAX_CAMPAIGNS) {
      yield faultAt(one.campaign, null, null, `A file can name up to ${MAX_CAMPAIGNS} campaigns.`);
      known.clear();
    }
    yield {
      kind: "campaign",
      ref: one.campaign,
      client: null,
      name: one.campaign.replace(/^file:/, ""),
      status: "paused",
      time_zone: null,
      windows: [],
      starts_on: null,
      ends_on: null,
      daily_limit: null,
      track_opens: false,
      track_clicks: false,
      plain_text: false,
      stop_on_reply: true,
      senders: [],
      steps: [],
      left_behind: ["Its steps: a file of leads has none"],
    };
  }
}

function unsubscribed(row: TableRow): RowRead {
  const text = row.text("value") ?? "";
  const value = suppressed(text);
  if (value === null) {
    return {
      column: "value",
      reason: `“${text.slice(0, 80)}” is neither an address nor a domain.`,
    };
  }
  const origin = row.text("source")?.toLowerCase() ?? "";
  return [
    {
      kind: "suppression",
      ref: refOf("unsubscribe", value),
      client: null,
      value,
      reason:
        origin === "bounce"
          ? "bounced"
          : origin === "user" || origin === "api"
            ? "blocked"
            : "unsubscribed",
    },
  ];
}

function blocked(where: string, cells: readonly string[]): RowRead {
  const value = plainValue(cells);
  if (value === null) {
    const text = cells.find((cell) => cell.trim() !== "") ?? "";
    return { column: null, reason: `“${text.slice(0, 80)}” is neither an address nor a domain.` };
  }
  const reason = /unsub|opt-?out/i.test(where)
    ? "unsubscribed"
    : /bounce/i.test(where)
      ? "bounced"
      : "blocked";
  return [{ kind: "suppression", ref: refOf("block", value), client: null, value, reason }];
}
