import type { ImapFlow } from "imapflow";
import type { PastMail, PastRequest, PastResponse } from "#platform/wire/mail-reading.ts";
import { HEAD_FIELDS, readMailHead } from "#companion/inbound/read-head.ts";
import { fieldOf, headerBlock, messageIds, parseHeaderFields } from "#companion/inbound/fields.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { ImapFailure } from "./connect.ts";
import { pathOfUse } from "./folders.ts";
import type { ImapPool } from "./pool.ts";

/** Normal headers are far shorter. */
const MAX_HEADERS = 32_000;
const MAX_SUBJECT = 1_000;
/** Addresses and ids of one mail that are reported. */
const MOST = 100;
/** Per FETCH command, so that one response stays small in memory. */
const BATCH = 200;

const FIELDS = [...HEAD_FIELDS, "message-id", "x-google-original-message-id"];

/** One page of a folder's past, by headers alone, over a pooled connection. Throws `ImapFailure`. */
export const readPast = (
  pool: ImapPool,
  { imap, allow_private, ...asked }: PastRequest,
): Promise<PastResponse> =>
  pool.use(imap, allow_private, async (client) => {
    const { folder } = asked;
    const path = folder.startsWith("\\") ? await pathOfUse(client, folder) : folder;
    if (path === null) return { uid_validity: null, mails: [], more: false };
    const mailbox = await client.mailboxOpen(path, { readOnly: true });
    const uid_validity = String(mailbox.uidValidity);
    if (mailbox.exists === 0) return { uid_validity, mails: [], more: false };
    const above = uid_validity === asked.uid_validity ? asked.last_uid : 0;
    // SENTSINCE supports only days, in the time zone of the sender.
    const sentSince = new Date(asked.since - DAY_MS);
    const found = await client.search({ uid: `${above + 1}:*`, sentSince }, { uid: true });
    // imapflow returns false when the connection was lost during the command.
    if (!found) throw new ImapFailure("select", "protocol_error");
    // `n:*` always includes the last message, even below n.
    const uids = found.filter((uid) => uid > above).toSorted((a, b) => a - b);
    const page = uids.slice(0, asked.limit);
    const mails: PastMail[] = [];
    for (let i = 0; i < page.length; i += BATCH) {
      mails.push(...(await read(client, page.slice(i, i + BATCH))));
    }
    // One that was deleted meanwhile is passed as well.
    return { uid_validity, mails, more: uids.length > page.length };
  });

async function read(client: ImapFlow, uids: readonly number[]): Promise<PastMail[]> {
  const query = { uid: true, envelope: true, internalDate: true, headers: FIELDS };
  const mails = await client.fetchAll(uids.join(","), query, { uid: true });
  return mails
    .map(({ uid, envelope, internalDate, headers }): PastMail => {
      const bytes = headers?.subarray(0, MAX_HEADERS) ?? Buffer.alloc(0);
      const head = readMailHead(bytes, uid, false);
      const fields = parseHeaderFields(headerBlock(bytes));
      const time = new Date(envelope?.date ?? internalDate ?? 0).getTime();
      const got = new Date(internalDate ?? 0).getTime();
      const recipients = [...(envelope?.to ?? []), ...(envelope?.cc ?? [])];
      return {
        uid,
        message_id: messageIds(fieldOf(fields, "message-id"))[0] ?? null,
        original_id: messageIds(fieldOf(fields, "x-google-original-message-id"))[0] ?? null,
        in_reply_to: head.in_reply_to.slice(0, MOST),
        references: head.references.slice(-MOST),
        from: head.from?.address.toLowerCase() ?? null,
        to: recipients
          .slice(0, MOST)
          .flatMap(({ address }) => (address ? [address.toLowerCase()] : [])),
        subject: (envelope?.subject ?? "").slice(0, MAX_SUBJECT),
        at: Number.isFinite(time) && time > 0 ? time : got,
        headers: head.headers,
      };
    })
    .sort((a, b) => a.uid - b.uid);
}
