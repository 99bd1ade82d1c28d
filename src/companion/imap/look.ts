import type { ImapFlow, ListResponse } from "imapflow";
import type { LookRequest, LookResponse } from "#platform/wire/mail-look.ts";
import { headerBlock, parseHeaderFields } from "#companion/inbound/fields.ts";
import { ImapFailure } from "./connect.ts";
import { findMail } from "./find-mail.ts";
import type { ImapPool } from "./pool.ts";
import { isJunkName } from "./junk-names.ts";

type Wanted = LookRequest["mails"][number];
type Found = LookResponse["found"][number];
type Place = Found["place"];

/** A mailbox with more folders is not looked through to its end. */
const MAX_FOLDERS = 100;
/** What a mail that was sent from here lies in says nothing about where it arrived. */
const NOT_FOR_ARRIVALS = new Set(["\\Sent", "\\Drafts"]);
const TABS = ["promotions", "social", "updates", "forums"] as const;
const MAX_HEADERS = 64_000;
const MAX_FIELDS = 20;
const MAX_FIELD = 4_000;

/**
 * Looks where mails lie, over a pooled connection: inbox, spam folder, the folder of everything, then
 * the rest. Opens folders for reading alone. Throws `ImapFailure`.
 */
export const lookForMails = (
  pool: ImapPool,
  { imap, allow_private, mails }: LookRequest,
): Promise<LookResponse> =>
  pool.use(imap, allow_private, async (client) => {
    const found: Found[] = [];
    let waiting: readonly Wanted[] = mails;
    for (const { path, place } of orderOf(await client.list())) {
      if (waiting.length === 0) break;
      if (!(await open(client, path))) continue;
      const left: Wanted[] = [];
      for (const mail of waiting) {
        const there = await findMail(client, mail);
        const [uid] = there.uids.split(",");
        if (!uid) left.push(mail);
        else found.push(await describe(client, mail, { uid, bears: there.bears, path, place }));
      }
      waiting = left;
    }
    return { found };
  });

/** The folders in which a mail may have arrived, in the order in which they tell most. */
function orderOf(folders: readonly ListResponse[]): { path: string; place: Place }[] {
  const open = folders.filter(
    ({ flags, specialUse }) => !flags.has("\\Noselect") && !NOT_FOR_ARRIVALS.has(specialUse ?? ""),
  );
  const isInbox = ({ path }: ListResponse) => path.toUpperCase() === "INBOX";
  const marked = open.filter(({ specialUse }) => specialUse === "\\Junk");
  const junk = new Set(
    (marked.length > 0 ? marked : open.filter(({ name }) => isJunkName(name))).map(
      ({ path }) => path,
    ),
  );
  const rank = (folder: ListResponse): number => {
    if (isInbox(folder)) return 0;
    if (junk.has(folder.path)) return 1;
    return folder.specialUse === "\\All" ? 2 : 3;
  };
  return open
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MAX_FOLDERS)
    .map((folder) => ({
      path: folder.path,
      place: isInbox(folder) ? "inbox" : junk.has(folder.path) ? "junk" : "other",
    }));
}

/** False for a folder that cannot be opened; the others are looked through. */
async function open(client: ImapFlow, path: string): Promise<boolean> {
  try {
    await client.mailboxOpen(path, { readOnly: true });
    return true;
  } catch (cause) {
    if (client.usable) return false;
    throw cause;
  }
}

async function describe(
  client: ImapFlow,
  { message_id }: Wanted,
  at: { readonly uid: string; readonly bears: string | null; path: string; place: Place },
): Promise<Found> {
  const query = { uid: true, headers: ["authentication-results", "dkim-signature"] };
  const mail = await client.fetchOne(at.uid, query, { uid: true });
  if (!mail && !client.usable) throw new ImapFailure("select", "protocol_error");
  const bytes = mail
    ? (mail.headers?.subarray(0, MAX_HEADERS) ?? Buffer.alloc(0))
    : Buffer.alloc(0);
  const fields = parseHeaderFields(headerBlock(bytes));
  const valuesOf = (name: string) =>
    fields
      .filter((field) => field.name === name)
      .slice(0, MAX_FIELDS)
      .map(({ value }) => value.slice(0, MAX_FIELD));
  return {
    message_id,
    server_message_id: at.bears,
    place: at.place,
    folder: at.path.slice(0, 500),
    tab: at.place === "inbox" ? await tabOf(client, at.uid) : null,
    authentication: valuesOf("authentication-results"),
    signatures: valuesOf("dkim-signature"),
  };
}

/** The tab of Gmail's inbox; null on a server without its search. */
async function tabOf(client: ImapFlow, uid: string): Promise<Found["tab"]> {
  if (!client.capabilities.has("X-GM-EXT-1")) return null;
  for (const tab of TABS) {
    const uids = await client.search({ uid, gmraw: `category:${tab}` }, { uid: true });
    if (!uids) return null;
    if (uids.length > 0) return tab;
  }
  return "primary";
}
