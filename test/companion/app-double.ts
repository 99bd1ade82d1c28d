import { createServer } from "node:http";
import { type AddressInfo } from "node:net";
import { createGatekeeper, readBody } from "#companion/http.ts";
import {
  IntentsRequest,
  MailArrived,
  ResultsRequest,
  type SendResult,
} from "#contract/companion.ts";
import type { z } from "zod";

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
  ticks(): number;
  /** Whether it answers; while false every call gets 503. */
  up: boolean;
  grant: (ticket: string) => boolean;
  settle: (result: Result) => boolean;
  close(): Promise<void>;
};

export async function startAppDouble(): Promise<AppDouble> {
  const admit = createGatekeeper(SECRET, () => Date.now());
  let ticks = 0;
  const server = createServer((request, response) => {
    const reply = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    readBody(request, 10_000_000)
      .then((body) => {
        admit(request, body);
        if (!app.up) return reply(503, {});
        reply(200, answer(request.url ?? "", JSON.parse(body)));
      })
      .catch(() => reply(401, {}));
  });
  function answer(path: string, body: unknown): unknown {
    switch (path) {
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
      case "/internal/companion/started":
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
    ticks: () => ticks,
    up: true,
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

/** Waits for something real to become true; fails after 10 s. */
export async function until(what: () => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!what()) {
    if (Date.now() > deadline) throw new Error(`never true: ${what.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
