import { createHash } from "node:crypto";
import {
  receiptHeadText,
  readHeader,
  readRow,
  type Row,
  receiptRowText,
} from "../../../src/verifier/format.ts";

type Draw = () => number;
type Line = Record<string, string | number | null>;

/** One thing that somebody did to an export. A cut is found by heads that were kept elsewhere. */
export type Damage = { readonly what: string; readonly text: string; readonly cut: boolean };

const KINDS = [
  "changed",
  "rechained",
  "deleted",
  "inserted",
  "exchanged",
  "repeated",
  "cut",
] as const;
type DamageKind = (typeof KINDS)[number];

const parse = (lines: readonly string[]): Line[] => lines.map((line) => JSON.parse(line) as Line);
const join = (lines: readonly Line[]): string =>
  lines.map((line) => `${JSON.stringify(line)}\n`).join("");
const below = (draw: Draw, n: number): number => Math.floor(draw() * n);
const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Damages one place of an export. */
export function damage(
  text: string,
  draw: Draw,
  kind: DamageKind = KINDS[below(draw, KINDS.length)] ?? "cut",
): Damage {
  const lines = parse(text.trimEnd().split("\n"));
  // The first line says what was asked for; the file proves it by its rows.
  const at = 1 + below(draw, lines.length - 2);
  switch (kind) {
    case "changed":
      lines[at] = changed(lines[at] ?? {}, draw);
      break;
    case "rechained": {
      const rows = lines.flatMap(({ type }, i) => (type === "row" ? [i] : []));
      const row = rows[below(draw, rows.length)] ?? at;
      lines[row] = changed(lines[row] ?? {}, draw, ["kind", "at", "person", "step", "cause"]);
      rechain(lines);
      break;
    }
    case "deleted":
      lines.splice(at, 1);
      break;
    case "inserted":
      lines.splice(at, 0, forged(lines, at, draw));
      break;
    case "repeated":
      lines.splice(1 + below(draw, lines.length - 1), 0, { ...lines[at] });
      break;
    case "exchanged": {
      const other = 1 + below(draw, lines.length - 2);
      [lines[at], lines[other]] = [lines[other] ?? {}, lines[at] ?? {}];
      break;
    }
    case "cut":
      return { what: "cut", text: cutOff(lines, draw), cut: true };
  }
  return { what: kind, text: join(lines), cut: false };
}

function changed(line: Line, draw: Draw, names = Object.keys(line)): Line {
  const name = names[below(draw, names.length)] ?? "";
  const value = line[name];
  if (typeof value === "number") return { ...line, [name]: value + 1 + below(draw, 1_000) };
  const text = String(value);
  if (text === "" || draw() < 0.2) return { ...line, [name]: text === "" ? hash(`${draw()}`) : "" };
  const place = below(draw, text.length);
  const next = text.charAt(place) === "0" ? "1" : "0";
  return { ...line, [name]: text.slice(0, place) + next + text.slice(place + 1) };
}

/** What somebody without the key can do: every hash fits again, and no signature. */
function rechain(lines: Line[]): void {
  const header = readHeader(JSON.stringify(lines[0]));
  if (!header) return;
  let [previous, lastHead] = [header.previous, header.previous];
  for (const line of lines) {
    if (line["type"] === "row") {
      const row = line as unknown as Row;
      previous = hash(receiptRowText(header.workspace, row, previous));
      line["hash"] = previous;
    } else if (line["type"] === "head") {
      Object.assign(line, { last: previous, previous: lastHead });
      lastHead = hash(
        receiptHeadText(header.workspace, line as unknown as Parameters<typeof receiptHeadText>[1]),
      );
      previous = lastHead;
    }
  }
}

/** A row that fits what stands before it. */
function forged(lines: readonly Line[], at: number, draw: Draw): Line {
  const header = readHeader(JSON.stringify(lines[0]));
  const before = lines[at - 1] ?? {};
  const seq = before["type"] === "row" ? Number(before["seq"]) + 1 : 1;
  const day = String(before["day"] ?? "2026-11-01");
  const row = {
    type: "row",
    day,
    seq,
    kind: "opt_out",
    at: 1_796_000_000_000 + below(draw, 1e9),
    cause: hash(`${draw()}`),
    person: hash(`${draw()}`),
    domain: "",
    step: "",
    detail: "link",
    hash: "",
  };
  const read = readRow(JSON.stringify({ ...row, hash: "0".repeat(64) }));
  if (!header || !read) return row;
  const own = before["type"] === "row" ? String(before["hash"]) : header.previous;
  return { ...row, hash: hash(receiptRowText(header.workspace, read, own)) };
}

/** The file ends earlier, as if nothing had happened since: with a whole day, or in the middle of one. */
function cutOff(lines: Line[], draw: Draw): string {
  const end = lines.pop() ?? {};
  const heads = lines.flatMap(({ type }, i) => (type === "head" ? [i] : []));
  // The head of the day that stays is one that was signed; the last is cut at least.
  const keep = below(draw, heads.length - 1);
  const kept = lines.slice(0, (heads[keep] ?? 0) + 1);
  const rows = kept.filter(({ type }) => type === "row").length;
  return join([...kept, { ...end, rows, heads: keep + 1 }]);
}
