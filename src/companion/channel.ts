import { randomUUID } from "node:crypto";
import { IntentsResponse, ResultsResponse } from "#platform/wire/transmission.ts";
import { z } from "zod";
import type { AppClient } from "./app-client.ts";
import { groupCalls } from "./group.ts";
import type { Try } from "#modules/delivery/rules/journal.ts";
import type { Result } from "./journal.ts";
import { describeBriefly, type Log } from "./log.ts";

/** The calls of the companion to the app. */
export type Channel = {
  /** Whether the body may be sent; false also when the app does not respond. Never rejects. */
  intend(of: Try): Promise<boolean>;
  /** Reports results; returns the tickets that are settled. */
  report(results: readonly Result[]): Promise<ReadonlySet<string>>;
  /** Reports that no results of an earlier run are left. */
  started(): Promise<void>;
  /** Reports mailboxes with new mail. */
  arrived(ids: readonly string[]): Promise<void>;
  /** Makes the app check its queue. */
  tick(): Promise<void>;
};

/** Shorter than a server waits after 354, and longer than the slowest commit of the app. */
const INTENT_TIMEOUT_MS = 20_000;
const RESULTS_TIMEOUT_MS = 30_000;
const ARRIVED_TIMEOUT_MS = 10_000;
const TICK_TIMEOUT_MS = 25_000;

/**
 * Intents of all mailboxes are sent in groups, two groups at a time, so that a slow one does not
 * delay the others.
 */
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
