import { mkdir } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { TestRequest } from "#platform/wire/companion.ts";
import { type OutgoingMail, TransmitRequest } from "#platform/wire/transmission.ts";
import { FilterRequest } from "#platform/wire/mail-filters.ts";
import { RecallRequest } from "#platform/wire/send-journal.ts";
import { ParseRequest, WatchRequest } from "#platform/wire/mail-reading.ts";
import { failedToOpen } from "#smtp/facts.ts";
import type { SmtpTimeouts } from "#smtp/wire.ts";
import { createAppClient } from "./app-client.ts";
import { createAppJournal } from "./app-journal.ts";
import { createChannel } from "./channel.ts";
import { createCrash } from "./crash.ts";
import { deliver, type DeliveryTools, unsent } from "./deliver.ts";
import type { CompanionEnv } from "./env.ts";
import { askFilters } from "./filters/ask-filters.ts";
import type { Answer } from "./http.ts";
import { createArrivals } from "./imap/arrivals.ts";
import { createFetcher } from "./imap/fetch.ts";
import { createImapPool } from "./imap/pool.ts";
import { imapRoutes } from "./imap/routes.ts";
import { lookUp } from "./dns/look-up.ts";
import { LookupRequest } from "#platform/wire/lookup.ts";
import { createMailParser } from "./inbound/mail-parser.ts";
import { createWatcher } from "./imap/watch.ts";
import { type Journal, openJournal, type Result } from "./journal.ts";
import { createLog, describeBriefly, type Log } from "./log.ts";
import { createMailboxQueues } from "./mailbox-queues.ts";
import { createResultQueue } from "./result-queue.ts";
import { createHttpServer, route } from "./server.ts";
import { testConnection } from "./test-connection.ts";
import { createTokenSource } from "./tokens.ts";
import { startCompanionTicker, untilDone } from "./ticker.ts";

/** A running companion. */
export type Companion = {
  readonly port: number;
  /** Finishes running work for a few seconds, then stops everything. */
  stop(): Promise<void>;
};

const MB = 1024 * 1024;
const FINISH_WITHIN_MS = 8_000;
const TELL_WITHIN_MS = 2_000;

/**
 * Opens the journal, reports its results to the app, and serves. Throws when the port or the
 * journal cannot be opened.
 */
export async function startCompanion(
  env: CompanionEnv,
  options: { readonly timeouts?: Partial<SmtpTimeouts> } = {},
): Promise<Companion> {
  const now = () => Date.now();
  const log = createLog(env.logLevel, (line) => process.stderr.write(line));
  const crash = createCrash(env.crashAt);
  const call = createAppClient(env.appUrl, env.secret, now);
  const channel = createChannel(call, log);
  const tokens = createTokenSource(call, log);
  const journal =
    env.journal === "app"
      ? createAppJournal(call, { now, log })
      : await journalOnDisk(env.dataDir, { now, log });
  const resultQueue = createResultQueue({
    offer: (results) => channel.report(results),
    onSettled: (result) => journal.settled(result),
    now,
    log,
  });
  const tools: DeliveryTools = { journal, channel, log, crash, tokens, ...options };
  const mailboxQueues = createMailboxQueues(
    async (mail, slot) => {
      const result = await deliver(mail, slot, tools);
      resultQueue.add(result);
      return !failedToOpen(result);
    },
    (mail) => resultQueue.add(unsent(mail)),
  );
  const pool = createImapPool(tokens);
  const fetcher = createFetcher(pool);
  // What somebody tries out does not hold up what arrives.
  const tried = createMailParser();
  const arrivals = createArrivals((ids) => channel.arrived(ids), { log });
  const watcher = createWatcher({ onMail: (id) => arrivals.add(id), log, tokens });

  const server = createHttpServer({
    secret: env.secret,
    now,
    log,
    health: () => ({
      status: 200,
      body: {
        status: "ok",
        waiting: mailboxQueues.waiting(),
        under_way: mailboxQueues.sending(),
        unsettled: resultQueue.waiting(),
        watch: watcher.version(),
        listening: watcher.listening(),
      },
    }),
    routes: {
      "/v1/transmit": route(TransmitRequest, 64 * MB, async ({ mails }) => {
        if (env.onlyWatches) return onlyWatches;
        // A message that cannot be recorded in the journal must not be sent.
        if (!(await isJournalReady(journal, mails, log)) || !mailboxQueues.take(mails)) return busy;
        crash("after_take");
        return { status: 202, body: { taken: mails.length } };
      }),
      "/v1/journal": route(RecallRequest, MB, async ({ message_ids }) => ({
        status: 200,
        body: { entries: await journal.entriesOf(message_ids) },
      })),
      "/v1/test": route(TestRequest, MB, async (request) => ({
        status: 200,
        body: await testConnection(request, { tokens }),
      })),
      "/v1/parse": route(ParseRequest, 20 * MB, async ({ raw, received_at, reports }) => {
        const bytes = Buffer.from(raw, "base64");
        const facts = { uid: 1, received_at, size: bytes.length };
        return { status: 200, body: await tried.parse(bytes, facts, { reports }) };
      }),
      "/v1/filters": filterRoute,
      "/v1/lookup": lookupRoute,
      ...imapRoutes(pool, fetcher),
      "/v1/watch": route(WatchRequest, 4 * MB, async (list) => {
        watcher.setList(list);
        return { status: 200, body: { watching: list.mailboxes.length } };
      }),
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.port, env.host, resolve);
  });
  // For the app, a start ends all that the companion had under way; one that only watches has nothing.
  const stopAnnouncing = env.onlyWatches
    ? () => {}
    : untilDone(announcementOf({ journal, resultQueue, channel }), log);
  const stopTicker =
    env.tickMs === null || env.onlyWatches
      ? () => {}
      : startCompanionTicker(env.tickMs, () => channel.tick(), log);

  return {
    // A TCP server has an address with a port.
    port: (server.address() as AddressInfo).port,
    async stop() {
      stopTicker();
      stopAnnouncing();
      server.close();
      for (const mail of await mailboxQueues.stop(FINISH_WITHIN_MS)) resultQueue.add(unsent(mail));
      await resultQueue.drain(TELL_WITHIN_MS);
      resultQueue.stop();
      watcher.close();
      arrivals.stop();
      fetcher.close();
      tried.close();
      pool.close();
      server.closeAllConnections();
      await journal.close();
    },
  };
}

/** Tells the app of the start, once it has the results of the run before. */
function announcementOf({
  journal,
  resultQueue,
  channel,
}: {
  readonly journal: Journal;
  readonly resultQueue: ReturnType<typeof createResultQueue>;
  readonly channel: ReturnType<typeof createChannel>;
}): () => Promise<void> {
  let earlierResults: readonly Result[] | null = null;
  return async () => {
    // Results in the journal come first: the app treats everything else of the former run as lost.
    if (!earlierResults) {
      earlierResults = await journal.unsettled();
      for (const result of earlierResults) resultQueue.add(result);
    }
    if (earlierResults.some((result) => resultQueue.has(result)))
      throw new Error("earlier results are not settled yet");
    await channel.started();
  };
}

async function journalOnDisk(
  dataDir: string,
  tools: { readonly now: () => number; readonly log: Log },
): Promise<Journal> {
  await mkdir(dataDir, { recursive: true });
  return openJournal(join(dataDir, "companion-journal.ndjson"), tools);
}

/** Whether the journal accepts lines, and has read its entries of these mails. */
async function isJournalReady(
  journal: Journal,
  mails: readonly OutgoingMail[],
  log: Log,
): Promise<boolean> {
  if (!(await journal.writable())) return false;
  try {
    await journal.recall(mails.map((mail) => mail.message_id));
    return true;
  } catch (cause) {
    log("journal.unread", { cause: describeBriefly(cause) }, "warn");
    return false;
  }
}

const lookupRoute = route(LookupRequest, MB, async (request) => ({
  status: 200,
  body: await lookUp(request),
}));

const filterRoute = route(FilterRequest, 4 * MB, async (request) => ({
  status: 200,
  body: { verdicts: await askFilters(request) },
}));

const busy: Answer = {
  status: 503,
  body: { code: "busy", message: "The mail service is busy." },
};

const onlyWatches: Answer = {
  status: 403,
  body: { code: "role_watch", message: "This companion only watches mailboxes." },
};
