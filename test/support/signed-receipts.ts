import { type Head, receiptHeadText, type Row, receiptRowText } from "../../src/verifier/format.ts";
import { digestOfText } from "../../src/verifier/sha256.ts";

const WORKSPACE = 7;
const NONE = { person: "", domain: "", step: "", detail: "" };

/** A commitment of a name. */
export const commitment = (name: string): string => digestOfText(name);

/** What a row says; the rest is empty. */
export type SaidRow = Partial<Row> & Pick<Row, "kind" | "at">;

/** An export that says these things in this order, by days, under a fresh key: hashes and signatures hold. */
export async function signedReceipts(
  days: readonly { readonly day: string; readonly rows: readonly SaidRow[] }[],
) {
  const pair = (await crypto.subtle.generateKey({ name: "Ed25519" }, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const raw = (await crypto.subtle.exportKey("raw", pair.publicKey)) as ArrayBuffer;
  const key = Buffer.from(raw).toString("base64url");
  const lines: object[] = [];
  let [previous, lastHead, causes] = ["", "", 0];
  const heads: string[] = [];
  for (const { day, rows } of days) {
    for (const [i, said] of rows.entries()) {
      const row = { day, seq: i + 1, cause: commitment(`${causes++}`), ...NONE, hash: "", ...said };
      const { seq, kind, at, cause, person, domain, step, detail } = row;
      previous = digestOfText(receiptRowText(WORKSPACE, row, previous));
      lines.push({
        type: "row",
        day,
        seq,
        kind,
        at,
        cause,
        person,
        domain,
        step,
        detail,
        hash: previous,
      });
    }
    const open: Head = {
      day,
      count: rows.length,
      last: previous,
      previous: lastHead,
      at: Date.parse(`${day}T23:59:59Z`),
      key,
      signature: "",
    };
    const text = receiptHeadText(WORKSPACE, open);
    const bytes = await crypto.subtle.sign(
      "Ed25519",
      pair.privateKey,
      new TextEncoder().encode(text),
    );
    const head = { type: "head", ...open, signature: Buffer.from(bytes).toString("base64url") };
    lines.push(head);
    heads.push(JSON.stringify(head));
    previous = lastHead = digestOfText(text);
  }
  const header = {
    type: "outrider-receipts",
    version: 1,
    workspace: WORKSPACE,
    from: null,
    to: null,
    previous: "",
    began_at: 0,
    exported_at: 1,
    key,
  };
  const rows = days.reduce((sum, day) => sum + day.rows.length, 0);
  const all = [header, ...lines, { type: "end", rows, heads: days.length }];
  return { key, heads, text: all.map((line) => `${JSON.stringify(line)}\n`).join("") };
}
