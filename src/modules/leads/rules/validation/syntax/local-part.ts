import {
  AT,
  BACKSLASH,
  CR,
  DOT,
  END,
  extraOctets,
  isAtext,
  isControl,
  isUnicode,
  LF,
  QUOTE,
} from "./characters.ts";
import { failScan, noteInnerGap, peek, type Scanner, skipFold, skipGap } from "./scanner.ts";

export type LocalPart = {
  /** What it says: quotes, escapes, comments and line folds taken off. */
  content: string;
  /** As written, without comments and space around its words. */
  octets: number;
  quoted: boolean;
  unicode: boolean;
};

/** Reads up to and over the `@` (RFC 5322 3.4.1, 4.4; RFC 6531). Null after an error. */
export function readLocalPart(scan: Scanner): LocalPart | null {
  const local: LocalPart = { content: "", octets: 0, quoted: false, unicode: false };
  for (let words = 0; ; words++) {
    const before = scan.at;
    if (!skipGap(scan)) return null;
    if (scan.at > before) {
      if (words === 0) scan.commented = true;
      else noteInnerGap(scan, before);
    }
    const quoted = peek(scan) === QUOTE;
    if (!(quoted ? readQuoted(scan, local) : readAtom(scan, local, words))) return null;
    if (words > 0 && local.quoted) {
      scan.obsolete = true;
      scan.typo = "partly_quoted";
    }

    const after = scan.at;
    if (!skipGap(scan)) return null;
    const gap = scan.at > after;
    if (gap) noteInnerGap(scan, after);
    const c = peek(scan);
    if (c !== DOT && c !== AT) {
      if (c === END) failScan(scan, "no_at");
      else if (gap) failScan(scan, "text_after_gap");
      else failScan(scan, quoted ? "text_after_quote" : "bad_character");
      return null;
    }
    scan.at++;
    if (c === AT) return local;
    local.content += ".";
    local.octets++;
  }
}

function readAtom(scan: Scanner, local: LocalPart, words: number): boolean {
  const start = scan.at;
  let c = peek(scan);
  while (isAtext(c) || isUnicode(c)) {
    if (isUnicode(c)) noteUnicode(c, scan, local);
    scan.at++;
    c = peek(scan);
  }
  if (scan.at > start) {
    const text = scan.text.slice(start, scan.at);
    local.octets += text.length;
    local.content += text;
    return !local.unicode || text.isWellFormed() || failScan(scan, "malformed_unicode");
  }
  if (c === END) return failScan(scan, words === 0 ? "no_at" : "dot_end");
  if (c === DOT) return failScan(scan, words === 0 ? "dot_start" : "consecutive_dots");
  if (c === AT) return failScan(scan, words === 0 ? "no_local" : "dot_end");
  return failScan(scan, "bad_character");
}

function readQuoted(scan: Scanner, local: LocalPart): boolean {
  local.quoted = true;
  scan.at++;
  local.octets += 2;
  for (;;) {
    let c = peek(scan);
    if (c === END) return failScan(scan, "unclosed_quote");
    if (c === 0 || c === LF) return failScan(scan, "bad_character");
    if (c === CR) {
      if (!skipFold(scan)) return false;
      scan.commented = true;
      continue;
    }
    scan.at++;
    if (c === QUOTE) {
      return local.content.isWellFormed() || failScan(scan, "malformed_unicode");
    }
    if (c === BACKSLASH) {
      c = peek(scan);
      if (c === END) return failScan(scan, "unclosed_quote");
      if (isUnicode(c)) return failScan(scan, "bad_escape");
      scan.at++;
      local.octets++;
    }
    if (isUnicode(c)) noteUnicode(c, scan, local);
    else if (isControl(c)) scan.control = true;
    local.content += String.fromCharCode(c);
    local.octets++;
  }
}

function noteUnicode(c: number, scan: Scanner, local: LocalPart): void {
  local.unicode = true;
  local.octets += extraOctets(c);
  if (isControl(c)) scan.control = true;
}
