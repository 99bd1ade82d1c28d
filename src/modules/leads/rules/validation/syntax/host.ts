import {
  BACKSLASH,
  CLOSE_LITERAL,
  CR,
  DOT,
  END,
  HYPHEN,
  isAtext,
  isControl,
  isHostCharacter,
  isUnicode,
  LF,
  OPEN_LITERAL,
} from "./characters.ts";
import { failScan, noteInnerGap, peek, type Scanner, skipFold, skipGap } from "./scanner.ts";

export type Host = {
  /** As written, without comments and white space; the content of the brackets for a literal. */
  text: string;
  literal: boolean;
  unicode: boolean;
  /** Every character may be in a host name. */
  hostCharacters: boolean;
  longestLabel: number;
};

/** Reads what follows the `@`, to the end (RFC 5322 3.4.1, 4.4). Null after an error. */
export function readHost(scan: Scanner): Host | null {
  const host: Host = {
    text: "",
    literal: false,
    unicode: false,
    hostCharacters: true,
    longestLabel: 0,
  };
  if (!skipObsoleteGap(scan)) return null;
  if (peek(scan) === OPEN_LITERAL) {
    host.literal = true;
    return readLiteral(scan, host) && readEnd(scan) ? host : null;
  }
  for (let labels = 0; ; labels++) {
    if (!readLabel(scan, host, labels)) return null;
    const after = scan.at;
    if (!skipGap(scan)) return null;
    const gap = scan.at > after;
    const c = peek(scan);
    if (c === END) {
      if (gap) scan.commented = true;
      return host;
    }
    if (c !== DOT) {
      failScan(scan, gap ? "text_after_gap" : "bad_character");
      return null;
    }
    if (gap) noteInnerGap(scan, after);
    scan.at++;
    host.text += ".";
    if (!skipObsoleteGap(scan)) return null;
  }
}

function skipObsoleteGap(scan: Scanner): boolean {
  const start = scan.at;
  if (!skipGap(scan)) return false;
  if (scan.at > start) noteInnerGap(scan, start);
  return true;
}

function readEnd(scan: Scanner): boolean {
  const start = scan.at;
  if (!skipGap(scan)) return false;
  if (scan.at > start) scan.commented = true;
  return peek(scan) === END || failScan(scan, "bad_character");
}

function readLabel(scan: Scanner, host: Host, labels: number): boolean {
  const start = scan.at;
  let c = peek(scan);
  let last = c;
  if (c === HYPHEN) return failScan(scan, "hyphen_start");
  for (; ; c = peek(scan)) {
    if (!isHostCharacter(c)) {
      if (isUnicode(c)) host.unicode = true;
      else if (isAtext(c)) host.hostCharacters = false;
      else break;
    }
    last = c;
    scan.at++;
  }
  const length = scan.at - start;
  if (length > 0) {
    if (last === HYPHEN) return failScan(scan, "hyphen_end");
    if (length > host.longestLabel) host.longestLabel = length;
    host.text += scan.text.slice(start, scan.at);
    return true;
  }
  if (c === DOT) return failScan(scan, labels === 0 ? "dot_start" : "consecutive_dots");
  if (c === END) return failScan(scan, labels === 0 ? "no_domain" : "dot_end");
  return failScan(scan, "bad_character");
}

/** RFC 5322 3.4.1; what the brackets hold is judged later. */
function readLiteral(scan: Scanner, host: Host): boolean {
  const start = ++scan.at;
  for (;;) {
    const c = peek(scan);
    if (c === END) return failScan(scan, "unclosed_literal");
    if (c === 0 || c === LF || c === OPEN_LITERAL || isUnicode(c)) {
      return failScan(scan, "bad_character");
    }
    if (c === CR) {
      if (!skipFold(scan)) return false;
      continue;
    }
    scan.at++;
    if (c === CLOSE_LITERAL) break;
    if (c === BACKSLASH) {
      if (peek(scan) === END) return failScan(scan, "unclosed_literal");
      if (isUnicode(peek(scan))) return failScan(scan, "bad_escape");
      scan.at++;
    } else if (isControl(c)) scan.control = true;
  }
  host.text = scan.text.slice(start, scan.at - 1);
  return true;
}
