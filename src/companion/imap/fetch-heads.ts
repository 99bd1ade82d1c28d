import type { ImapFlow } from "imapflow";
import type { MailHead } from "#platform/wire/mail-reading.ts";
import { HEAD_FIELDS, readMailHead } from "#companion/inbound/read-head.ts";

/** Normal fields are far shorter; a malicious one must not fill our memory. */
const MAX_HEAD_BYTES = 64 * 1024;

/**
 * The headers of these mails, in order, one entry each; UIDs are ascending. It bypasses the FETCH
 * of the library, which needs twice as long for such responses and cannot limit them.
 */
export async function fetchHeads(client: ImapFlow, uids: readonly number[]): Promise<MailHead[]> {
  const wanted = new Set(uids);
  const heads: MailHead[] = [];
  const range = `${uids[0]}:${uids.at(-1)}`;
  const answer = await commandOf(client)("UID FETCH", [{ type: "SEQUENCE", value: range }, QUERY], {
    untagged: {
      FETCH: async (line) => {
        const { uid, bytes } = itemsOf(line);
        if (bytes === null || !wanted.delete(uid)) return;
        heads.push(readMailHead(bytes, uid, bytes.length >= MAX_HEAD_BYTES));
      },
    },
  });
  answer.next();
  // Mails that it could not parse can still exist.
  for (const uid of wanted) heads.push(readMailHead(Buffer.alloc(0), uid, true));
  return heads.sort((a, b) => a.uid - b.uid);
}

type Token = { readonly type: string; readonly value?: unknown; readonly section?: unknown };
type Untagged = { readonly attributes?: readonly unknown[] };
type Command = (
  name: string,
  attributes: readonly unknown[],
  options: { untagged: Record<string, (line: Untagged) => Promise<void>> },
) => Promise<{ next(): void }>;

const atom = (value: string) => ({ type: "ATOM", value });
const QUERY = [
  atom("UID"),
  {
    ...atom("BODY.PEEK"),
    section: [atom("HEADER.FIELDS"), HEAD_FIELDS.map((name) => atom(name.toUpperCase()))],
    partial: [0, MAX_HEAD_BYTES],
  },
];

/** The parts of the library's commands; its types hide them. */
function commandOf(client: ImapFlow): Command {
  const { exec } = client as unknown as { exec: Command };
  return exec.bind(client);
}

/** `1 FETCH (UID 7 BODY[HEADER.FIELDS (FROM)]<0> {20}...)`, in any order and among others; uid 0 where there is none. */
function itemsOf({ attributes }: Untagged): { uid: number; bytes: Uint8Array | null } {
  const found: { uid: number; bytes: Uint8Array | null } = { uid: 0, bytes: null };
  const items: unknown = attributes?.[1];
  if (!Array.isArray(items)) return found;
  for (let i = 0; i + 1 < items.length; i += 2) {
    // NIL is null and a list an array: both do not contain the field.
    const name = items[i] as Partial<Token> | null;
    const value = (items[i + 1] as Partial<Token> | null)?.value;
    if (name?.section !== undefined) {
      if (value instanceof Uint8Array) found.bytes = value;
      else if (typeof value === "string") found.bytes = Buffer.from(value);
    } else if (typeof name?.value === "string" && name.value.toUpperCase() === "UID") {
      found.uid = Number(value) || 0;
    }
  }
  return found;
}
