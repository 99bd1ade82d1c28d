import type { ImapFlow, SearchObject } from "imapflow";
import type { TendRequest } from "#platform/wire/mail-reading.ts";
import { fieldOf, messageIds, parseHeaderFields } from "#companion/inbound/fields.ts";
import { ImapFailure } from "./connect.ts";

type Wanted = Pick<TendRequest["acts"][number], "message_id" | "replaced">;
type Like = NonNullable<Wanted["replaced"]>["like"];

/** `uids` as IMAP lists them, "" for none; `bears` is its Message-ID there, where that is another. */
type Found = { readonly uids: string; readonly bears: string | null };

const NOWHERE: Found = { uids: "", bears: null };
/** More that may be the mail are no evidence. */
const MOST = 50;
const MAX_HEADERS = 16_000;
/** How far the time of a mail may be from that of its try. */
const NEAR_MS = 5 * 60_000;
const DAY_MS = 24 * 3_600_000;

/**
 * Looks for a mail in the open folder: by our Message-ID; where the server replaces that, by its own,
 * by ours at the end of References, and at last by who got it, its subject and its time. Throws
 * `ImapFailure`.
 */
export async function findMail(client: ImapFlow, { message_id, replaced }: Wanted): Promise<Found> {
  const own = await byMessageId(client, message_id);
  if (own !== "" || !replaced) return { uids: own, bears: null };
  const { server_message_id: theirs, like } = replaced;
  const byTheirs = theirs === undefined ? "" : await byMessageId(client, theirs);
  if (byTheirs !== "") return { uids: byTheirs, bears: theirs ?? null };
  // Later mails of the conversation name it as well, but not at the end.
  const naming = await look(client, { header: { references: `<${message_id}>` } });
  const [named] = naming.filter(({ lastReference }) => lastReference === message_id);
  if (named) return foundAs(named);
  // One whose References end with another mail is that mail, or one that lost ours: no evidence.
  const alike = (await lookAlikes(client, like)).filter(
    ({ lastReference }) => lastReference === null || lastReference === message_id,
  );
  const [only] = alike;
  return only && alike.length === 1 ? foundAs(only) : NOWHERE;
}

async function byMessageId(client: ImapFlow, id: string): Promise<string> {
  const uids = await client.search({ header: { "message-id": `<${id}>` } }, { uid: true });
  // False is a lost connection or a refusal.
  if (!uids) throw new ImapFailure("select", "protocol_error");
  return uids.join(",");
}

const foundAs = ({ uid, messageId }: Seen): Found => ({ uids: String(uid), bears: messageId });

type Seen = {
  readonly uid: number;
  readonly messageId: string | null;
  readonly lastReference: string | null;
  readonly subject: string;
  readonly to: readonly string[];
  readonly times: readonly number[];
};

/** What a search finds; none for a search that the server does not know, and for too many. */
async function look(client: ImapFlow, query: SearchObject): Promise<Seen[]> {
  const uids = await client.search(query, { uid: true });
  if (!uids && !client.usable) throw new ImapFailure("select", "protocol_error");
  if (!uids || uids.length === 0 || uids.length > MOST) return [];
  const parts = {
    uid: true,
    envelope: true,
    internalDate: true,
    headers: ["message-id", "references"],
  };
  const mails = await client.fetchAll(uids.join(","), parts, { uid: true });
  return mails.map(({ uid, envelope, internalDate, headers }) => {
    const fields = parseHeaderFields(headers?.subarray(0, MAX_HEADERS).toString("latin1") ?? "");
    const times = [envelope?.date, internalDate].filter((time) => time !== undefined);
    return {
      uid,
      messageId: messageIds(fieldOf(fields, "message-id"))[0] ?? null,
      lastReference: messageIds(fieldOf(fields, "references")).at(-1) ?? null,
      subject: envelope?.subject ?? "",
      to: (envelope?.to ?? []).map(({ address }) => address?.toLowerCase() ?? ""),
      times: times.map((time) => new Date(time).getTime()),
    };
  });
}

async function lookAlikes(client: ImapFlow, { to, subject, at }: Like): Promise<Seen[]> {
  // SINCE supports only days, in the time zone of the server; a subject may need a charset that the
  // server lacks.
  const since = new Date(Math.min(...at) - DAY_MS);
  const mails = await look(client, { to: to[0] ?? "", since });
  const wanted = to.map((address) => address.toLowerCase()).toSorted();
  return mails.filter(
    (mail) =>
      mail.subject === subject &&
      mail.to.toSorted().join() === wanted.join() &&
      mail.times.some((time) => at.some((moment) => Math.abs(time - moment) <= NEAR_MS)),
  );
}
