import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { createGatekeeper, readBody, Refusal } from "#companion/http.ts";
import { IntentsRequest, ResultsRequest, type SendResult } from "#platform/wire/transmission.ts";
import { MailArrived } from "#platform/wire/mail-reading.ts";
import {
  type JournalEntry,
  type JournalLine,
  ReadJournalRequest,
  WriteJournalRequest,
} from "#platform/wire/send-journal.ts";
import { afterLine, forbidsTry, messageOf } from "#modules/delivery/rules/journal.ts";
import type { z } from "zod";
import { TokenRequest } from "#platform/wire/tokens.ts";
import { noTokens, type TokenSource } from "#smtp/with-token.ts";

export const SECRET = "a secret of the tests, long enough for it";

export type Result = z.output<typeof SendResult>;

/** The app as the companion sees it: grants and settles as told, and remembers. */
export type AppDouble = {
  readonly url: string;
  /** Groups of tickets in the order they were asked about. */
  readonly intents: string[][];
  readonly results: Result[];
  /** Groups of mailboxes in which mail arrived. */
  readonly arrivals: string[][];
  /** The journal, where it is kept with the app, and the groups of lines that it took. */
  readonly journal: {
    readonly entries: Map<string, JournalEntry>;
    readonly writes: JournalLine[][];
    /** Called before a write is kept; a throw refuses it. */
    before: (lines: readonly JournalLine[]) => Promise<void>;
  };
  ticks(): number;
  /** How often a companion said that it has started. */
  starts(): number;
  /** Whether it answers; while false every call gets 503. */
  up: boolean;
  /** Answers who asks for an access token. */
  tokens: TokenSource;
  grant: (ticket: string) => boolean;
  settle: (result: Result) => boolean;
  close(): Promise<void>;
};

export async function startAppDouble(): Promise<AppDouble> {
  const admit = createGatekeeper(SECRET, () => Date.now());
  let ticks = 0;
  let starts = 0;
  const server = createServer((request, response) => {
    const reply = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    readBody(request, 10_000_000)
      .then(async (body) => {
        admit(request, body);
        if (!app.up) return reply(503, {});
        reply(200, await answer(request.url ?? "", JSON.parse(body)));
      })
      .catch((thrown: unknown) => reply(thrown instanceof Refusal ? 401 : 500, {}));
  });
  const journal = journalDouble();
  function answer(path: string, body: unknown): unknown {
    switch (path) {
      case "/internal/companion/journal/write":
        return journal.write(WriteJournalRequest.parse(body));
      case "/internal/companion/journal/read":
        return journal.read(ReadJournalRequest.parse(body));
      case "/internal/companion/intents": {
        const tickets = IntentsRequest.parse(body).intents.map(({ ticket }) => ticket);
        app.intents.push(tickets);
        return { granted: tickets.filter((ticket) => app.grant(ticket)) };
      }
      case "/internal/companion/results": {
        const { results } = ResultsRequest.parse(body);
        app.results.push(...results);
        return { settled: results.filter((r) => app.settle(r)).map(({ ticket }) => ticket) };
      }
      case "/internal/companion/tokens":
        return app.tokens(TokenRequest.parse(body));
      case "/internal/companion/started":
        starts++;
        return {};
      case "/internal/companion/mail":
        app.arrivals.push(MailArrived.parse(body).mailboxes);
        return {};
      default:
        ticks++;
        return {};
    }
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const app: AppDouble = {
    // A server that listens on TCP has an address with a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    intents: [],
    results: [],
    arrivals: [],
    journal,
    ticks: () => ticks,
    starts: () => starts,
    up: true,
    tokens: noTokens,
    grant: () => true,
    settle: () => true,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return app;
}

/** The app's side of the journal, in memory, by the rules that it has everywhere. */
function journalDouble() {
  const entries = new Map<string, JournalEntry>();
  const writes: JournalLine[][] = [];
  const journal = {
    entries,
    writes,
    before: (async () => {}) as (lines: readonly JournalLine[]) => Promise<void>,
    async write({ lines }: WriteJournalRequest) {
      await journal.before(lines);
      writes.push(lines);
      const barred: string[] = [];
      for (const line of lines) {
        const id = messageOf(line);
        const before = entries.get(id);
        if (line.t === "intent" && forbidsTry(before, line)) {
          barred.push(id);
          continue;
        }
        const entry = afterLine(before, line);
        if (entry) entries.set(id, entry);
        else entries.delete(id);
      }
      return { barred };
    },
    read: (asked: ReadJournalRequest) => ({
      entries:
        "message_ids" in asked
          ? asked.message_ids.flatMap((id) => entries.get(id) ?? [])
          : [...entries.values()].filter(({ settled }) => !settled),
      more: false,
    }),
  };
  return journal;
}

/** Waits for something real to become true; fails after 60 s. */
export async function until(what: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!(await what())) {
    if (Date.now() > deadline) throw new Error(`never true: ${what.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
