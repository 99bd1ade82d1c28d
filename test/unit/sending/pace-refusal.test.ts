import { describe, expect, it } from "vitest";
import { asksToSlowDown } from "#modules/delivery/rules/pace-refusal.ts";
import type { SmtpFacts } from "#modules/delivery/rules/outcome.ts";

const reply = (code: number, response: string, change: Partial<SmtpFacts> = {}): SmtpFacts => ({
  ending: "reply",
  phase: "rcpt",
  code,
  enhanced: /^\d\.\d+\.\d+/.exec(response)?.[0] ?? null,
  response,
  ...change,
});

describe("a server that asks to slow down", () => {
  it.each([
    reply(
      421,
      "4.7.28 Our system has detected an unusual rate of unsolicited mail originating from your IP address.",
      { phase: "dot" },
    ),
    reply(
      421,
      "4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints",
    ),
    reply(
      451,
      "4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation.",
    ),
    reply(450, "4.7.1 Too many messages from your domain, slow down"),
    reply(421, "Too many connections from your host", { enhanced: null }),
  ])("$response", (facts) => {
    expect(asksToSlowDown(facts)).toBe(true);
  });

  it.each([
    ["greylisting", reply(450, "4.7.1 Greylisted, please try again in 5 minutes")],
    ["a full mailbox", reply(452, "4.2.2 The email account that you tried to reach is over quota")],
    ["the limit of the sending account", reply(421, "4.7.0 Daily user sending limit exceeded")],
    ["a refusal for good", reply(550, "5.7.1 Message rejected due to reputation")],
    ["trouble without words", reply(421, "4.4.2 Connection timed out")],
    ["before a recipient was named", reply(421, "4.7.0 Too many connections", { phase: "mail" })],
    ["a lost connection", { ...reply(421, "4.7.0 rate limited"), ending: "network" as const }],
  ])("is not %s", (_, facts) => {
    expect(asksToSlowDown(facts)).toBe(false);
  });
});
