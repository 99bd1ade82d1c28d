/*
 * The published format of receipts (src/docs/receipts.md), read as strictly as it is written: a line
 * that differs by one byte from what the format makes of its fields is no line of it.
 */

export type Header = {
  readonly workspace: number;
  readonly from: string | null;
  readonly to: string | null;
  readonly previous: string;
  readonly beganAt: number | null;
  readonly exportedAt: number;
  readonly key: string;
};

export type Row = {
  readonly day: string;
  readonly seq: number;
  readonly kind: string;
  readonly at: number;
  readonly cause: string;
  readonly person: string;
  readonly domain: string;
  readonly step: string;
  readonly detail: string;
  readonly hash: string;
};

export type Head = {
  readonly day: string;
  readonly count: number;
  readonly last: string;
  readonly previous: string;
  readonly at: number;
  readonly key: string;
  readonly signature: string;
};

const KINDS = [
  "step",
  "again",
  "reply",
  "forced_reply",
  "test",
  "opt_out",
  "suppressed",
  "lifted",
  "bounced",
  "erased",
  "restored",
];

type Check = (value: unknown) => boolean;
const text =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === "string" && pattern.test(value);
/** The last moment that a date can name. */
const MOST = 8_640_000_000_000_000;
const number: Check = (value) =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= MOST;
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

// In base64url the last character has bits that stand for nothing: they are zero.
const DAY = text(/^\d{4}-\d{2}-\d{2}$/);
const HASH = text(/^[0-9a-f]{64}$/);
const HASH_OR_NONE = text(/^(?:[0-9a-f]{64})?$/);
const KEY = text(/^[\w-]{42}[AEIMQUYcgkosw048]$/);

const HEADER: Readonly<Record<string, Check>> = {
  type: (value) => value === "outrider-receipts",
  version: (value) => value === 1,
  workspace: number,
  from: orNull(DAY),
  to: orNull(DAY),
  previous: HASH_OR_NONE,
  began_at: orNull(number),
  exported_at: number,
  key: KEY,
};
const ROW: Readonly<Record<string, Check>> = {
  type: (value) => value === "row",
  day: DAY,
  seq: number,
  kind: (value) => KINDS.includes(value as string),
  at: number,
  cause: HASH,
  person: HASH_OR_NONE,
  domain: HASH_OR_NONE,
  step: HASH_OR_NONE,
  detail: text(/^[a-z0-9_]{0,40}$/),
  hash: HASH,
};
const HEAD: Readonly<Record<string, Check>> = {
  type: (value) => value === "head",
  day: DAY,
  count: number,
  last: HASH,
  previous: HASH_OR_NONE,
  at: number,
  key: KEY,
  signature: text(/^[\w-]{85}[AQgw]$/),
};
const END: Readonly<Record<string, Check>> = {
  type: (value) => value === "end",
  rows: number,
  heads: number,
};

export const parse = (line: string): Readonly<Record<string, unknown>> | null => {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
};

/** The fields in their order, each as it must be, and the line exactly what they make. */
function read(line: string, shape: Readonly<Record<string, Check>>) {
  const value = parse(line);
  if (!value) return null;
  const names = Object.keys(shape);
  if (Object.keys(value).join() !== names.join()) return null;
  if (!names.every((name) => shape[name]?.(value[name]))) return null;
  return JSON.stringify(value) === line ? value : null;
}

export function readHeader(line: string): Header | null {
  const value = read(line, HEADER);
  if (!value) return null;
  const { began_at: beganAt, exported_at: exportedAt, ...others } = value;
  return { ...others, beganAt, exportedAt } as unknown as Header;
}
export function readRow(line: string): Row | null {
  const row = read(line, ROW) as Row | null;
  // The time to which the database was put back.
  return row?.kind === "restored" && !/^\d{1,15}$/.test(row.detail) ? null : row;
}
export const readHead = (line: string) => read(line, HEAD) as Head | null;
export const readEnd = (line: string) =>
  read(line, END) as { readonly rows: number; readonly heads: number } | null;

/** A head as it was sent elsewhere: an event `receipts.head`, or a line of an export; null: neither. */
export function readOutsideHead(
  line: string,
): (Head & { readonly workspace: string | null }) | null {
  const value = parse(line);
  if (!value) return null;
  if (value["event"] !== "receipts.head") {
    const head = readHead(line);
    return head && { ...head, workspace: null };
  }
  const data = value["data"] as Readonly<Record<string, unknown>> | null;
  const at = Date.parse(String(data?.["at"]));
  const head = { type: "head", ...pick(data ?? {}), at };
  const fits = Object.keys(HEAD).every((name) => HEAD[name]?.(head[name as keyof typeof head]));
  return fits ? { ...(head as unknown as Head), workspace: String(value["workspace_id"]) } : null;
}

const pick = ({
  day,
  count,
  last,
  previous,
  key,
  signature,
}: Readonly<Record<string, unknown>>) => ({
  day,
  count,
  last,
  previous,
  key,
  signature,
});

/** What the hash of a row is taken of. */
export const receiptRowText = (workspace: number, row: Row, previous: string): string =>
  `outrider-receipt-1\n${workspace}\n${row.day}\n${row.seq}\n${row.kind}\n${row.at}\n${row.cause}\n${row.person}\n${row.domain}\n${row.step}\n${row.detail}\n${previous}`;

/** What the hash and the signature of a head are taken of. */
export const receiptHeadText = (workspace: number, head: Head): string =>
  `outrider-head-1\n${workspace}\n${head.day}\n${head.count}\n${head.last}\n${head.previous}\n${head.at}\n${head.key}`;
