import {
  BACKSLASH,
  CLOSE_COMMENT,
  CR,
  END,
  isControl,
  LF,
  OPEN_COMMENT,
  SPACE,
  TAB,
} from "./characters.ts";
import type { SyntaxReason } from "./reason.ts";

/** How far an address was read, and what was found so far. Only moves forward. */
export type Scanner = {
  readonly text: string;
  at: number;
  /** Comments or folding white space were met: fine in a header, not in SMTP. */
  commented: boolean;
  /** Only the obsolete grammar of RFC 5322 4 allows what was met. */
  obsolete: boolean;
  /** What of that nobody means: white space inside the address, or quotes around a part of a name. */
  typo: SyntaxReason | null;
  /** A control character is part of the address. */
  control: boolean;
  error: SyntaxReason | null;
};

/** A scanner at the beginning of the text. */
export const scannerOf = (text: string): Scanner => ({
  text,
  at: 0,
  commented: false,
  obsolete: false,
  typo: null,
  control: false,
  error: null,
});

/** The code unit in front, or `END`. */
export const peek = (scan: Scanner): number =>
  scan.at < scan.text.length ? scan.text.charCodeAt(scan.at) : END;

/** Notes why reading ends here. */
export function failScan(scan: Scanner, reason: SyntaxReason): false {
  scan.error = reason;
  return false;
}

/** Steps over comments and folding white space (CFWS, RFC 5322 3.2.2). False after an error. */
export function skipGap(scan: Scanner): boolean {
  let folds = 0;
  for (;;) {
    const c = peek(scan);
    if (c === SPACE || c === TAB) scan.at++;
    else if (c === CR) {
      if (!skipFold(scan)) return false;
      if (++folds > 1) scan.obsolete = true;
    } else if (c === OPEN_COMMENT) {
      if (!skipComment(scan)) return false;
      folds = 0;
    } else return true;
  }
}

/** Notes that the gap from `start` is inside the address: fine around a comment, else a typo. */
export function noteInnerGap(scan: Scanner, start: number): void {
  scan.obsolete = true;
  if (scan.text.slice(start, scan.at).trim() === "") scan.typo = "white_space";
}

/** Steps over a line end, which must be followed by white space. */
export function skipFold(scan: Scanner): boolean {
  if (scan.text.charCodeAt(scan.at + 1) !== LF) return failScan(scan, "bad_fold");
  scan.at += 2;
  const c = peek(scan);
  return c === SPACE || c === TAB || failScan(scan, "bad_fold");
}

/** Steps over a comment and all that nest in it; the depth is a number, so that it costs nothing. */
function skipComment(scan: Scanner): boolean {
  let depth = 0;
  for (;;) {
    const c = peek(scan);
    if (c === END) return failScan(scan, "unclosed_comment");
    if (c === 0 || c === LF) return failScan(scan, "bad_character");
    if (c === CR) {
      if (!skipFold(scan)) return false;
      continue;
    }
    scan.at++;
    if (c === OPEN_COMMENT) depth++;
    else if (c === CLOSE_COMMENT && --depth === 0) return true;
    else if (c === BACKSLASH) {
      if (peek(scan) === END) return failScan(scan, "unclosed_comment");
      scan.at++;
    } else if (isControl(c) && c !== TAB) scan.obsolete = true;
  }
}
