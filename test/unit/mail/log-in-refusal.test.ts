import { describe, expect, it } from "vitest";
import { judgeLogIn, type LogInRefusal } from "#platform/rules/mail/log-in-refusal.ts";
import {
  noTokenText,
  refusalIn,
  TOKEN_REFUSALS,
  wantsPerson,
} from "#platform/rules/mail/token-refusal.ts";
import { EXCHANGE, GMAIL } from "#test/support/oauth/faces.ts";

const TABLE: readonly [string, string, string | null, LogInRefusal][] = [
  ["a bad token at Exchange", EXCHANGE.badToken, "5.7.3", "credentials"],
  ["a wrong password at Exchange", EXCHANGE.wrongPassword, "5.7.139", "credentials"],
  ["a bad token at Gmail", GMAIL.badToken, "5.7.8", "credentials"],
  ["no app password", GMAIL.wantsAppPassword, "5.7.9", "credentials"],
  ["a bad password at Postfix", "535 5.7.8 Error: authentication failed", "5.7.8", "credentials"],
  ["no words", "", null, "credentials"],
  ["a tenant without SMTP AUTH", EXCHANGE.tenantOff, "5.7.139", "smtp_auth_disabled"],
  ["a mailbox without SMTP AUTH", EXCHANGE.mailboxOff, "5.7.139", "smtp_auth_disabled"],
  ["passwords switched off", EXCHANGE.basicOff, "5.7.139", "password_not_accepted"],
  ["passwords gone", EXCHANGE.basicGone, "5.7.30", "password_not_accepted"],
  ["passwords gone, in other words", "550 no", "5.7.30", "password_not_accepted"],
  ["security defaults", EXCHANGE.securityDefaults, "5.7.139", "sign_in_blocked"],
  [
    "conditional access",
    "535 5.7.139 Authentication unsuccessful, the request did not meet the criteria to be authenticated successfully. Contact your administrator.",
    "5.7.139",
    "sign_in_blocked",
  ],
];

describe("judgeLogIn", () => {
  it.each(TABLE)("%s", (_, text, enhanced, about) => {
    expect(judgeLogIn({ enhanced, text })).toBe(about);
  });
});

it("the reason of a missing token is read back from its text, whatever a provider says", () => {
  for (const refusal of TOKEN_REFUSALS) {
    const text = noTokenText(refusal, `[reconnect_required] ${"x".repeat(1_000)}`);
    expect(refusalIn(text)).toBe(refusal);
    expect(text.length).toBeLessThanOrEqual(450);
  }
  expect(refusalIn("anything else")).toBe("provider_unavailable");
  expect(TOKEN_REFUSALS.filter(wantsPerson)).toEqual(["reconnect_required", "not_granted"]);
});
