import { AttachmentRequest } from "#platform/wire/attachments.ts";
import { LookRequest } from "#platform/wire/mail-look.ts";
import {
  FetchRequest,
  PastRequest,
  SentRequest,
  TendRequest,
} from "#platform/wire/mail-reading.ts";
import type { Answer } from "#companion/http.ts";
import { type Route, route } from "#companion/server.ts";
import { ImapFailure } from "./connect.ts";
import { createAttachmentReader } from "./fetch-attachment.ts";
import type { createFetcher } from "./fetch.ts";
import { lookForMails } from "./look.ts";
import { readPast } from "./past.ts";
import type { ImapPool } from "./pool.ts";
import { sentIds } from "./sent-ids.ts";
import { tendMails } from "./tend.ts";

const MB = 1024 * 1024;

/** What the app asks of mailboxes. */
export function imapRoutes(
  pool: ImapPool,
  fetcher: ReturnType<typeof createFetcher>,
): Readonly<Record<string, Route>> {
  const attachment = createAttachmentReader(pool);
  return {
    "/v1/fetch": route(FetchRequest, MB, (request) => overImap(() => fetcher.fetch(request))),
    "/v1/attachment": route(AttachmentRequest, MB, (asked) => reported(() => attachment(asked))),
    "/v1/tend": route(TendRequest, 16 * MB, (request) => overImap(() => tendMails(pool, request))),
    "/v1/look": route(LookRequest, MB, (request) => overImap(() => lookForMails(pool, request))),
    "/v1/past": route(PastRequest, MB, (request) => overImap(() => readPast(pool, request))),
    "/v1/sent": route(SentRequest, MB, (request) => overImap(() => sentIds(pool, request))),
  };
}

/** A failure of the mailbox's own server is reported as such. */
const overImap = (work: () => Promise<unknown>): Promise<Answer> =>
  reported(async () => ({ status: 200, body: await work() }));

async function reported(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof ImapFailure) return { status: 502, body: thrown.failure };
    throw thrown;
  }
}
