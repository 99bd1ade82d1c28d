import {
  type Head,
  type Header,
  receiptHeadText,
  readEnd,
  readHead,
  readHeader,
  readOutsideHead,
  readRow,
  type Row,
  receiptRowText,
} from "./format.ts";
import { watchOutside } from "./outside.ts";
import { watchPeople } from "./people.ts";
import { digestOfText } from "./sha256.ts";

/** Something that does not hold: the line of the file, from 1; 0: the file as a whole. */
export type Fault = { readonly line: number; readonly code: FaultCode };
export type FaultCode =
  | "line"
  | "hash"
  | "sequence"
  | "day"
  | "head"
  | "no_head"
  | "signature"
  | "key"
  | "end"
  | "cause"
  | "twice"
  | "again"
  | "after_opt_out"
  | "erased"
  | "outside"
  | "cut";

export type Verdict = {
  readonly header: Header;
  readonly faults: readonly Fault[];
  readonly counts: Readonly<Record<string, number>>;
  /** Rows that say that the database was put back: when, and to when. */
  readonly restored: readonly { readonly at: number; readonly to: number }[];
  readonly signaturesChecked: boolean;
  /** What was known from elsewhere. */
  readonly given: { readonly key: boolean; readonly heads: boolean };
};

/** Whether a signature in base64url is that key's over the text; null: this program cannot tell. */
export type CheckSignature = (
  key: string,
  signature: string,
  text: string,
) => Promise<boolean | null>;

type Options = {
  /** The key that must have signed, where it is known from elsewhere. */
  readonly key?: string | undefined;
  /** Lines of heads that somebody else kept. */
  readonly heads?: readonly string[] | undefined;
  readonly checkSignature: CheckSignature;
};

/**
 * Checks an export line by line. `take` throws `Unreadable` for a file of another format; `end`
 * answers what holds. Keeps some hundred bytes for each email, and nothing else of a row.
 */
export function verifier({ key, heads = [], checkSignature }: Options) {
  const faults: Fault[] = [];
  const counts: Record<string, number> = {
    rows: 0,
    heads: 0,
    crossing: 0,
    unclear: 0,
    unlinked: 0,
  };
  const restored: { at: number; to: number }[] = [];
  const signed: { readonly line: number; readonly head: Head }[] = [];
  const causes = new Set<string>();
  const steps = new Set<string>();
  const people = watchPeople();
  const outside = watchOutside(heads.map(readOutsideHead));
  let header: Header | null = null;
  let [line, seq] = [0, 0];
  let [day, previous, lastHead] = ["", "", ""];
  let [isOpen, hasEnded] = [false, false];
  const fault = (code: FaultCode, at = line): void => void faults.push({ line: at, code });
  const count = (name: string): void => void (counts[name] = (counts[name] ?? 0) + 1);

  function takeRow(row: Row, workspace: number): void {
    count("rows");
    count(row.kind);
    if (!isOpen || row.day !== day) {
      if (isOpen) fault("no_head");
      if (row.day <= day) fault("day");
      [day, seq, isOpen] = [row.day, 0, true];
    }
    if (row.seq !== seq + 1) fault("sequence");
    seq = row.seq;
    if (digestOfText(receiptRowText(workspace, row, previous)) !== row.hash) fault("hash");
    previous = row.hash;
    outside.see(row);
    judge(row);
  }

  function judge(row: Row): void {
    if (causes.has(row.cause)) fault("cause");
    causes.add(row.cause);
    if (row.person !== "" && people.isErased(row.person)) fault("erased");
    if (row.kind === "step") {
      if (steps.has(row.step)) fault("twice");
      steps.add(row.step);
    }
    // What stands before a part of the chain is not known.
    if (row.kind === "again" && header?.previous === "" && !steps.has(row.step)) fault("again");
    if (row.kind === "restored") restored.push({ at: row.at, to: Number(row.detail) });
    const isMail = ["step", "again", "reply"].includes(row.kind);
    if (isMail && row.person === "") count("unlinked");
    const allowed = people.take(row);
    if (row.detail === "unclear") count("unclear");
    else if (allowed === "no") fault("after_opt_out");
    else if (allowed === "crossing") count("crossing");
  }

  function takeHead(head: Head, workspace: number): void {
    count("heads");
    const fits = isOpen && head.day === day && head.count === seq && head.last === previous;
    if (!fits || head.previous !== lastHead) fault("head");
    if (head.key !== (key ?? header?.key)) fault("key");
    signed.push({ line, head });
    lastHead = digestOfText(receiptHeadText(workspace, head));
    previous = lastHead;
    isOpen = false;
    day = head.day;
  }

  return {
    take(text: string): void {
      line++;
      if (!header) {
        header = readHeader(text);
        if (!header) throw new Unreadable();
        if (key !== undefined && header.key !== key) fault("key");
        previous = lastHead = header.previous;
        return;
      }
      if (hasEnded) return fault("end");
      const row = readRow(text);
      if (row) return takeRow(row, header.workspace);
      const head = readHead(text);
      if (head) return takeHead(head, header.workspace);
      const end = readEnd(text);
      if (!end) return fault("line");
      hasEnded = true;
      if (end.rows !== counts["rows"] || end.heads !== counts["heads"]) fault("end");
      if (isOpen) fault("no_head");
    },
    async end(): Promise<Verdict> {
      if (!header) throw new Unreadable();
      if (!hasEnded) fault("end", 0);
      const { workspace } = header;
      let signaturesChecked = true;
      const check = async (head: Head): Promise<boolean> => {
        const holds = await checkSignature(
          head.key,
          head.signature,
          receiptHeadText(workspace, head),
        );
        signaturesChecked &&= holds !== null;
        return holds !== false;
      };
      for (const { line: at, head } of signed) if (!(await check(head))) fault("signature", at);
      for (const code of await outside.end(header, key ?? header.key, restored, check)) {
        if (code !== "cut" && code !== "outside") count(code);
        else fault(code, 0);
      }
      return {
        header,
        counts,
        restored,
        signaturesChecked,
        given: { key: key !== undefined, heads: heads.length > 0 },
        faults: faults.toSorted((a, b) => a.line - b.line || (a.code < b.code ? -1 : 1)),
      };
    },
  };
}

/** The file is no export of receipts, or of a version that this program does not know. */
export class Unreadable extends Error {}
