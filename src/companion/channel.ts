import { randomUUID } from "node:crypto";
import { IntentsResponse, ResultsResponse } from "#platform/wire/transmission.ts";
import { z } from "zod";
import type { AppClient } from "./app-client.ts";
import { groupCalls } from "./group.ts";
import type { Try } from "#modules/delivery/rules/journal.ts";
import type { Result } from "./journal.ts";
import { describeBriefly, type Log } from "./log.ts";

/** What the companion asks of the app and tells it. */
export type Channel = {
  /** Whether the body may be sent; false also when the app does not answer. Never rejects. */
  intend(of: Try): Promise<boolean>;
  /** Hands over results; answers the tickets that are settled. */
  report(results: readonly Result[]): Promise<ReadonlySet<string>>;
  /** Tells the app that nothing of an earlier run is held any more. */
  started(): Promise<void>;
  /** Tells of mailboxes in which mail arrived. */
  arrived(ids: readonly string[]): Promise<void>;
  /** Makes the app look for due work. */
  tick(): Promise<void>;
};

/** Well within the server's patience after 354, and above the app's slowest commit. */
const INTENT_TIMEOUT_MS = 20_000;
const RESULTS_TIMEOUT_MS = 30_000;
const ARRIVED_TIMEOUT_MS = 10_000;
const TICK_TIMEOUT_MS = 25_000;

/** Intents of all mailboxes go out in groups; two groups at a time, so that a slow one holds up none. */
export function createChannel(call: AppClient, log: Log): Channel {
  const run = randomUUID();
  const ask = groupCalls<Try, boolean>({
    max: 500,
    parallel: 2,
    async run(tries) {
      const intents = tries.map(({ ticket, lease }) => ({ ticket, lease }));
      const { granted } = await call(
        "/internal/companion/intents",
        { intents, run },
        IntentsResponse,
        INTENT_TIMEOUT_MS,
      );
      const tickets = new Set(granted);
      return tries.map(({ ticket }) => tickets.has(ticket));
    },
  });
  return {
    intend: (of) =>
      ask(of).catch((cause: unknown) => {
        log("intents.unanswered", { cause: describeBriefly(cause) }, "warn");
        return false;
      }),
    async report(results) {
      const { settled } = await call(
        "/internal/companion/results",
        { results, now: Date.now() },
        ResultsResponse,
        RESULTS_TIMEOUT_MS,
      );
      return new Set(settled);
    },
    async started() {
      await call("/internal/companion/started", { run }, z.unknown(), RESULTS_TIMEOUT_MS);
    },
    async arrived(ids) {
      await call("/internal/companion/mail", { mailboxes: ids }, z.unknown(), ARRIVED_TIMEOUT_MS);
    },
    async tick() {
      await call("/internal/companion/tick", {}, z.unknown(), TICK_TIMEOUT_MS);
    },
  };
}
