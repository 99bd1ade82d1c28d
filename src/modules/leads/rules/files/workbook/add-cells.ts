import { Parser } from "htmlparser2";
import type { OutsideText } from "#platform/rules/outside-text.ts";
import { unreadable } from "./xml.ts";

/** The cells that a row gets at its end, from a column on; null for none. */
export type MoreCells = (row: number) => readonly string[] | null;

/** Elements that are open at once, and markup that has to be kept whole; a sheet has far less. */
const MAX_DEPTH = 64;
const MAX_BUFFERED = 4 * 1024 * 1024;

type Edit = { readonly from: number; readonly to: number; readonly text: string };

/**
 * The XML of a sheet with cells added at the ends of its rows, everything else as it is. What it
 * says of its own size is taken out, since it would be wrong.
 */
export function cellAdder(column: number, cellsOf: MoreCells) {
  let buffered = "";
  /** Where the buffer begins in the document, and how far it is understood. */
  let base = 0;
  let known = 0;
  let edits: Edit[] = [];
  let row: number | null = null;
  let line = 0;
  let depth = 0;
  const textAt = (from: number, to: number): string => buffered.slice(from - base, to - base);
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const [from, to] = [parser.startIndex, parser.endIndex + 1];
        known = to;
        if (++depth > MAX_DEPTH) throw unreadable();
        const local = localName(name);
        if (local === "dimension") edits.push({ from, to, text: "" });
        if (local !== "row") return;
        line = Math.max(line + 1, Number(attributes["r"]) || 0);
        row = line;
        const tag = textAt(from, to);
        const plain = tag.replace(/\sspans="[^"]*"/, "");
        if (plain !== tag) edits.push({ from, to, text: plain });
      },
      onclosetag(name, isImplied) {
        const [from, to] = [parser.startIndex, parser.endIndex + 1];
        known = Math.max(known, to);
        depth--;
        const local = localName(name);
        if (isImplied) {
          row = local === "row" ? null : row;
          return;
        }
        if (local === "dimension") edits.push({ from, to, text: "" });
        if (local !== "row" || row === null) return;
        const prefix = name.slice(0, name.length - local.length);
        const cells = cellsOf(row) ?? [];
        const text = cells.map((cell, i) => cellXml(prefix, column + i, row ?? 0, cell)).join("");
        if (text !== "") edits.push({ from, to: from, text });
        row = null;
      },
      ontext() {
        known = Math.max(known, parser.endIndex + 1);
      },
    },
    { xmlMode: true, decodeEntities: false },
  );

  function flush(upTo: number): string {
    let out = "";
    let at = base;
    for (const { from, to, text } of edits) {
      out += textAt(at, from) + text;
      at = to;
    }
    out += textAt(at, upTo);
    buffered = buffered.slice(upTo - base);
    base = upTo;
    edits = [];
    return out;
  }

  return {
    write(piece: OutsideText): string {
      buffered += piece;
      parser.write(piece);
      const out = flush(Math.max(base, known));
      if (buffered.length > MAX_BUFFERED) throw unreadable();
      return out;
    },
    end(): string {
      parser.end();
      return flush(base + buffered.length);
    },
  };
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1);

const cellXml = (prefix: string, column: number, row: number, text: string): string =>
  text === ""
    ? ""
    : `<${prefix}c r="${letters(column)}${row}" t="inlineStr"><${prefix}is><${prefix}t>${escaped(text)}</${prefix}t></${prefix}is></${prefix}c>`;

/** The letters of a column, from 0. */
export const letters = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : letters(Math.floor(column / 26) - 1) + letters(column % 26);

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
