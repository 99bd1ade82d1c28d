import { describe, expect, it } from "vitest";
import { EXCHANGE } from "#test/support/oauth/faces.ts";
import {
  outcomeOf,
  retryDelayMs,
  type SmtpFacts,
  isAboutTry,
} from "#modules/delivery/rules/outcome.ts";

const facts = (change: Partial<SmtpFacts>): SmtpFacts => ({
  ending: "reply",
  phase: "rcpt",
  code: null,
  enhanced: null,
  response: null,
  ...change,
});

/** Row by row. */
const TABLE: readonly [string, Partial<SmtpFacts>, string][] = [
  ["a 250 after the dot", { ending: "accepted", phase: "done", code: 250 }, "sent"],
  ["an intent that was not granted", { ending: "withheld", phase: "data" }, "release"],
  ["4xx at RCPT", { code: 450, enhanced: "4.2.0" }, "retry"],
  ["4xx after the dot", { phase: "dot", code: 451 }, "retry"],
  ["4xx at the greeting", { phase: "connect", code: 421 }, "mailbox"],
  ["a server that cannot be reached", { ending: "timeout", phase: "connect" }, "mailbox"],
  ["TLS that fails", { ending: "tls", phase: "connect" }, "mailbox"],
  ["5xx at the greeting", { phase: "connect", code: 554 }, "mailbox"],
  ["a wrong password", { phase: "auth", code: 535, enhanced: "5.7.8" }, "mailbox"],
  [
    "SMTP AUTH that is switched off",
    { phase: "auth", code: 535, enhanced: "5.7.139", response: EXCHANGE.tenantOff },
    "mailbox",
  ],
  ["no token", { ending: "no_token", phase: "auth" }, "no_token"],
  ["a log-in that fails for the moment", { phase: "auth", code: 454 }, "mailbox"],
  ["a connection lost while signing in", { ending: "network", phase: "auth" }, "mailbox"],
  ["4xx at MAIL, before anybody was named", { phase: "mail", code: 432 }, "mailbox"],
  [
    "the account's day, for now",
    { code: 452, enhanced: "4.7.0", response: "452 4.7.0 Daily sending limit exceeded" },
    "later",
  ],
  [
    "the account's rate, after the dot",
    { phase: "dot", code: 454, response: "454 Throttling failure: Maximum sending rate exceeded." },
    "later",
  ],
  ["5xx at MAIL", { phase: "mail", code: 550 }, "mailbox"],
  ["an unknown user", { code: 550, enhanced: "5.1.1" }, "bounced"],
  ["a full mailbox", { code: 552, enhanced: "5.2.2" }, "failed"],
  ["a block list", { code: 550, enhanced: "5.7.1", response: "blocked by Spamhaus" }, "failed"],
  [
    "the account's day",
    { code: 550, enhanced: "5.4.5", response: "Daily user sending limit exceeded." },
    "mailbox",
  ],
  ["a sender that it may not be", { code: 550, enhanced: "5.2.252" }, "mailbox"],
  [
    "an account that is shut, after the dot",
    { phase: "dot", code: 535, enhanced: "5.7.139" },
    "mailbox",
  ],
  ["spam after the dot", { phase: "dot", code: 554, enhanced: "5.7.1" }, "failed"],
  ["an unknown user after the dot", { phase: "dot", code: 550, enhanced: "5.1.1" }, "bounced"],
  ["too large after the dot", { phase: "dot", code: 552, response: "quota exceeded" }, "failed"],
  ["a connection lost at RCPT", { ending: "network" }, "retry"],
  ["a time-out at DATA", { ending: "timeout", phase: "data" }, "retry"],
  ["a connection lost in the body", { ending: "network", phase: "body" }, "unknown"],
  ["silence after the dot", { ending: "timeout", phase: "dot" }, "unknown"],
  ["broken TLS after the dot", { ending: "tls", phase: "dot" }, "unknown"],
];

describe("outcomeOf", () => {
  it.each(TABLE)("%s", (_, change, kind) => {
    expect(outcomeOf(facts(change)).kind).toBe(kind);
  });

  it("never tries again, and never calls failed, what may have been delivered", () => {
    for (const phase of ["body", "dot"] as const) {
      for (const ending of ["network", "timeout", "tls"] as const) {
        expect(outcomeOf(facts({ ending, phase })).kind).toBe("unknown");
      }
    }
  });
});

it("waits longer after each try and gives up after the fifth wait", () => {
  const waits = [1, 2, 3, 4, 5].map(retryDelayMs);
  expect(waits).toEqual([...waits].sort((a, b) => Number(a) - Number(b)));
  expect(retryDelayMs(6)).toBeNull();
});

it("what was given back untried says nothing about a mail that was granted meanwhile", () => {
  const untried = { ending: "withheld", phase: "connect" } as const;
  const withheld = { ending: "withheld", phase: "data" } as const;
  expect([isAboutTry("leased", untried), isAboutTry("sending", untried)]).toEqual([true, false]);
  expect([isAboutTry("sending", withheld), isAboutTry("sent", withheld)]).toEqual([true, false]);
});
