import type { SentRequest, SentResponse } from "#platform/wire/mail-reading.ts";
import { fieldOf, messageIds, parseHeaderFields } from "#companion/inbound/fields.ts";
import { ImapFailure } from "./connect.ts";
import { findFolders } from "./folders.ts";
import type { ImapPool } from "./pool.ts";

/** For a mailbox that sent more, only the newest are returned. */
const MOST = 20_000;
const BATCH = 500;

/** Of a mail's Message-ID and References; mail programs shorten longer chains. */
const MAX_HEADERS = 16_000;

type Sent = NonNullable<SentResponse["mails"]>[number];

/** Message-IDs in the Sent folder, over a pooled connection. Throws `ImapFailure`. */
export const sentIds = (
  pool: ImapPool,
  { imap, allow_private, since }: SentRequest,
): Promise<SentResponse> =>
  pool.use(imap, allow_private, async (client) => {
    const { sent: path } = await findFolders(client);
    if (path === null) return { mails: null, more: false };
    await client.mailboxOpen(path, { readOnly: true });
    // SINCE supports only days, in the time zone of the server.
    const from = new Date(since - 24 * 3_600_000);
    const uids = await client.search({ since: from }, { uid: true });
    if (!uids) throw new ImapFailure("select", "protocol_error");
    const newest = uids.toSorted((a, b) => b - a).slice(0, MOST);
    const mails: Sent[] = [];
    for (let i = 0; i < newest.length; i += BATCH) {
      const range = newest.slice(i, i + BATCH).join(",");
      const query = { uid: true, internalDate: true, headers: ["message-id", "references"] };
      for (const mail of await client.fetchAll(range, query, { uid: true })) {
        const fields = parseHeaderFields(
          mail.headers?.subarray(0, MAX_HEADERS).toString("latin1") ?? "",
        );
        const [id] = messageIds(fieldOf(fields, "message-id"));
        const last = messageIds(fieldOf(fields, "references")).at(-1);
        const at = mail.internalDate === undefined ? since : new Date(mail.internalDate).getTime();
        if (id === undefined || at < since) continue;
        mails.push({ message_id: id, at, ...(last !== undefined && { last_reference: last }) });
      }
    }
    return { mails, more: uids.length > MOST };
  });
