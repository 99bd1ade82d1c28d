import type { ImapFlow } from "imapflow";
import type { FetchRequest, FetchResponse, InboundMail } from "#contract/companion.ts";
import { createMailParser, type MailParser } from "#companion/inbound/mail-parser.ts";
import { DAY_MS } from "#domain/time.ts";
import { ImapFailure } from "./failure.ts";
import { findFolders } from "./folders.ts";
import type { ImapPool } from "./pool.ts";

type FolderRequest = FetchRequest["folders"][number];
type FolderMails = FetchResponse["folders"][number];

/** Reads new mail over pooled connections. */
export type Fetcher = {
  /** Throws `ImapFailure`. A folder that the account does not have is left out. */
  fetch(request: FetchRequest): Promise<FetchResponse>;
  close(): void;
};

/** Where nothing was read yet, or UIDs were renumbered: older mail answers nothing that we sent lately. */
const LOOK_BACK_MS = 30 * DAY_MS;
/** Enough for all words of a mail; attachments are not kept. */
const MAX_SOURCE_BYTES = 3 * 1024 * 1024;
/** Messages per FETCH command, so that a batch of large ones stays small in memory. */
const BATCH = 5;
/** Characters per answer; the rest comes with the next call. */
const MAX_ANSWER = 6 * 1024 * 1024;

export function createFetcher(pool: ImapPool): Fetcher {
  const parser = createMailParser();
  return {
    fetch: ({ imap, allow_private, folders, limit }) =>
      pool.use(imap, allow_private, async (client) => {
        const found: FolderMails[] = [];
        for (const folder of folders) {
          const mails = await readFolder(client, parser, folder, limit);
          if (mails) found.push(mails);
        }
        return { folders: found };
      }),
    close: () => parser.close(),
  };
}

async function readFolder(
  client: ImapFlow,
  parser: MailParser,
  { folder, uid_validity, last_uid }: FolderRequest,
  limit: number,
): Promise<FolderMails | null> {
  const path = folder === "\\Junk" ? (await findFolders(client)).junk : folder;
  if (path === null) return null;
  const mailbox = await client.mailboxOpen(path, { readOnly: true });
  const validity = String(mailbox.uidValidity);
  const from = validity === uid_validity ? last_uid : 0;
  const none: FolderMails = { folder, uid_validity: validity, mails: [], more: false };
  if (mailbox.exists === 0 || (from > 0 && mailbox.uidNext <= from + 1)) return none;

  const uids = await uidsAbove(client, from);
  const wanted = uids.slice(0, limit);
  const mails: InboundMail[] = [];
  let answer = 0;
  for (let i = 0; i < wanted.length && answer < MAX_ANSWER; i += BATCH) {
    for (const mail of await fetchBatch(client, parser, wanted.slice(i, i + BATCH))) {
      mails.push(mail);
      answer += mail.text.length + mail.html.length;
    }
  }
  const last = mails.at(-1)?.uid ?? Number.POSITIVE_INFINITY;
  return { ...none, mails, more: uids.some((uid) => uid > last) };
}

/** UIDs above `from`, ascending; above 0 only what arrived lately. */
async function uidsAbove(client: ImapFlow, from: number): Promise<number[]> {
  const query =
    from > 0 ? { uid: `${from + 1}:*` } : { since: new Date(Date.now() - LOOK_BACK_MS) };
  const uids = await client.search(query, { uid: true });
  // imapflow answers false when the connection broke under the command.
  if (!uids) throw new ImapFailure("select", "protocol_error");
  // `n:*` always names the last message, even below n.
  return uids.filter((uid) => uid > from).sort((a, b) => a - b);
}

async function fetchBatch(
  client: ImapFlow,
  parser: MailParser,
  uids: readonly number[],
): Promise<InboundMail[]> {
  const found = await client.fetchAll(
    uids.join(","),
    { uid: true, size: true, internalDate: true, source: { maxLength: MAX_SOURCE_BYTES } },
    { uid: true },
  );
  const mails: InboundMail[] = [];
  for (const { uid, size, internalDate, source } of found) {
    if (!source) continue;
    const received = internalDate ? new Date(internalDate).getTime() : Date.now();
    mails.push(
      await parser.parse(source, { uid, received_at: received, size: size ?? source.length }),
    );
  }
  return mails.sort((a, b) => a.uid - b.uid);
}
