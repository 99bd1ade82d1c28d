import type { ImapFlow } from "imapflow";
import type { FetchRequest, FetchResponse, InboundMail } from "#platform/wire/mail-reading.ts";
import { createMailParser, type MailParser } from "#companion/inbound/mail-parser.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { listAttachments } from "./list-attachments.ts";
import { ImapFailure } from "./connect.ts";
import { fetchHeads } from "./fetch-heads.ts";
import { pathOfUse } from "./folders.ts";
import type { ImapPool } from "./pool.ts";

type FolderRequest = FetchRequest["folders"][number];
type FolderMails = FetchResponse["folders"][number];

/** Reads new mail over pooled connections. */
export type Fetcher = {
  /** Throws `ImapFailure`. A folder that the account does not have is skipped. */
  fetch(request: FetchRequest): Promise<FetchResponse>;
  close(): void;
};

/** For a folder that was never read, or with new UIDs: older mail is no reply to a recent send. */
const LOOK_BACK_MS = 30 * DAY_MS;
/** Enough for the text of a mail; attachments are not stored. */
const MAX_SOURCE_BYTES = 3 * 1024 * 1024;
/** Of a mail with a report: 10 MB in base64. */
const MAX_REPORT_BYTES = 14 * 1024 * 1024;
/** Per FETCH command, so that a batch of large messages stays small in memory. */
const BATCH_BYTES = 1024 * 1024;
const BATCH = 50;
/** Headers in one response: several hundred kilobytes. */
const HEADS = 2_000;
/** Characters per response; the rest follows with the next call. */
const MAX_ANSWER = 6 * 1024 * 1024;
/**
 * Malicious mails take seconds each: the mails read so far are returned before the call times out.
 */
const READ_MS = 20_000;

/** Reads new mail over connections of the pool. */
export function createFetcher(pool: ImapPool): Fetcher {
  const parser = createMailParser();
  return {
    fetch: ({ imap, allow_private, folders, ...how }) =>
      pool.use(imap, allow_private, async (client) => {
        const found: FolderMails[] = [];
        for (const folder of folders) {
          const mails = await readFolder(client, parser, folder, how);
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
  { folder, uid_validity, last_uid, uids: chosen }: FolderRequest,
  { limit, sift_above, reports }: Pick<FetchRequest, "limit" | "sift_above" | "reports">,
): Promise<FolderMails | null> {
  const path = folder.startsWith("\\") ? await pathOfUse(client, folder) : folder;
  if (path === null) return null;
  const mailbox = await client.mailboxOpen(path, { readOnly: true });
  const validity = String(mailbox.uidValidity);
  const from = validity === uid_validity ? last_uid : 0;
  const none: FolderMails = { folder, uid_validity: validity, mails: [], more: false };
  const isNew = mailbox.exists > 0 && (from === 0 || mailbox.uidNext > from + 1);
  if (chosen === undefined && !isNew) return none;

  // UIDs that were chosen before the folder was recreated belong to other mails now.
  if (chosen !== undefined && validity !== uid_validity) return none;
  const uids = chosen ?? (await uidsAbove(client, from));
  if (chosen === undefined && sift_above !== undefined && uids.length > sift_above) {
    const heads = await fetchHeads(client, uids.slice(0, HEADS));
    return { ...none, heads, more: uids.length > HEADS };
  }
  const wanted = uids.slice(0, limit);
  const mails: InboundMail[] = [];
  let answer = 0;
  const until = Date.now() + READ_MS;
  for (const batch of await batchesOf(client, wanted)) {
    if (answer >= MAX_ANSWER || Date.now() >= until) break;
    for (const mail of await fetchBatch(client, parser, batch, { until, reports })) {
      mails.push(mail);
      answer += mail.text.length + mail.html.length + reportSize(mail);
    }
  }
  const last = mails.at(-1)?.uid ?? Number.POSITIVE_INFINITY;
  return { ...none, mails, more: uids.some((uid) => uid > last) };
}

/** Characters of a row as JSON, about. */
const ROW = 300;
const reportSize = ({ aggregate_reports: reports = [] }: InboundMail): number =>
  reports.reduce((sum, one) => sum + (one.kind === "refused" ? 1 : one.rows.length) * ROW, 0);

/** Many small mails at a time, large ones alone. */
async function batchesOf(client: ImapFlow, uids: readonly number[]): Promise<number[][]> {
  if (uids.length <= 5) return uids.length === 0 ? [] : [[...uids]];
  const sizes = new Map<number, number>();
  const found = await client.fetchAll(uids.join(","), { uid: true, size: true }, { uid: true });
  for (const { uid, size } of found) sizes.set(uid, Math.min(size ?? 0, MAX_SOURCE_BYTES));
  const batches: number[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const uid of uids) {
    const size = sizes.get(uid) ?? 0;
    const last = batches.at(-1);
    if (!last || last.length === BATCH || bytes + size > BATCH_BYTES) {
      batches.push([uid]);
      bytes = size;
    } else {
      last.push(uid);
      bytes += size;
    }
  }
  return batches;
}

/** UIDs above `from`, ascending; if `from` is 0, only recent mail. */
async function uidsAbove(client: ImapFlow, from: number): Promise<number[]> {
  const query =
    from > 0 ? { uid: `${from + 1}:*` } : { since: new Date(Date.now() - LOOK_BACK_MS) };
  const uids = await client.search(query, { uid: true });
  // imapflow returns false when the connection was lost during the command.
  if (!uids) throw new ImapFailure("select", "protocol_error");
  // `n:*` always includes the last message, even below n.
  return uids.filter((uid) => uid > from).sort((a, b) => a - b);
}

async function fetchBatch(
  client: ImapFlow,
  parser: MailParser,
  uids: readonly number[],
  { until, reports = false }: { readonly until: number; readonly reports?: boolean | undefined },
): Promise<InboundMail[]> {
  const maxLength = reports ? MAX_REPORT_BYTES : MAX_SOURCE_BYTES;
  const found = await client.fetchAll(
    uids.join(","),
    { uid: true, size: true, internalDate: true, bodyStructure: true, source: { maxLength } },
    { uid: true },
  );
  const mails: InboundMail[] = [];
  for (const { uid, size, internalDate, source, bodyStructure } of found.sort(
    (a, b) => a.uid - b.uid,
  )) {
    if (!source) continue;
    if (mails.length > 0 && Date.now() >= until) break;
    const received = internalDate ? new Date(internalDate).getTime() : Date.now();
    const facts = { uid, received_at: received, size: size ?? source.length };
    const mail = await parser.parse(source, facts, { reports });
    const attachments = await listAttachments(client, uid, bodyStructure);
    mails.push(attachments.length > 0 ? { ...mail, attachments } : mail);
  }
  return mails;
}
