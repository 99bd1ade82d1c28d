import { globSync } from "node:fs";
import { expect, test } from "vitest";
import { AUDIT_ACTIONS } from "#modules/accounts/rules/audit-actions.ts";
import { recordedRequests } from "#test/support/audited.ts";
import { API } from "#test/support/conform.ts";
import { filesRun } from "#test/support/ran.ts";

/** Routes whose every success is a deed: what deletes, administers, starts, pauses, or changes a factor, key, mailbox, webhook, client. */
const KINDS = [
  /^DELETE /,
  /^\w+ \/api\/v1\/(?:admin|auth|setup)\//,
  /^\w+ \/api\/v1\/workspaces\/\{wid\}\/(?:api-keys|mailboxes|warmup|webhooks|integrations|settings)(?:\/|$)/,
  /\/(?:start|pause|resume|restore)$/,
  /^PUT .*\/campaigns\/\{id\}\/leads\/\{leadId\}$/,
  /\/leads\/delete$/,
];

const W = "/api/v1/workspaces/{wid}";

/** What changes nothing that stays, or is written when it comes to its end. */
const NO_LINE: Readonly<Record<string, string>> = {
  "POST /api/v1/auth/forgot": "answers everybody alike; the password's change is written",
  "POST /api/v1/auth/factors/totp": "counts once its first code is confirmed",
  "POST /api/v1/auth/factors/passkeys/options": "a challenge",
  "POST /api/v1/auth/login/passkey/options": "a challenge",
  "POST /api/v1/auth/login/factor/options": "reads",
  "POST /api/v1/auth/push/browsers/{id}/test": "changes nothing",
  "POST /api/v1/auth/sso/link": "begins; the return from the provider is written",
  "POST /api/v1/auth/reauthenticate/options": "a challenge",
  "POST /api/v1/auth/invitation": "reads",
  "POST /api/v1/workspaces/{wid}/campaigns/{id}/versions/{version}/restore":
    "makes a draft, which concerns nobody until it is published",
  "POST /api/v1/setup/verify-license": "stores nothing",
  "POST /api/v1/admin/clients/{wid}/branding/test-mail": "changes nothing",
  "POST /api/v1/admin/clients/{wid}/host/verify": "asks DNS, as a job does anyway",
  "POST /api/v1/admin/domains/verify": "asks DNS",
  "POST /api/v1/admin/organisations/{id}/test": "asks the provider",
  [`DELETE ${W}/campaigns/{id}/steps/{stepId}/winner`]: "weights again, as a change of the step",
  [`DELETE ${W}/threads/{id}/messages/{mid}`]: "nothing left; the reply stays in its thread",
  [`POST ${W}/mailboxes/discover`]: "asks DNS",
  [`POST ${W}/mailboxes/test`]: "stores nothing",
  [`POST ${W}/mailboxes/connect`]: "begins; the return from the provider is written",
  [`POST ${W}/settings/verify-dns`]: "asks DNS",
  [`POST ${W}/settings/test-ai`]: "stores nothing",
  [`POST ${W}/webhooks/{id}/test`]: "stands in the log of the webhook",
  [`POST ${W}/webhooks/{id}/logs/{logId}/redeliver`]: "stands in the log of the webhook",
};

const DEEDS = Object.entries(API.paths)
  .flatMap(([path, item]) => Object.keys(item).map((verb) => `${verb.toUpperCase()} ${path}`))
  .filter((route) => !route.startsWith("GET ") && KINDS.some((kind) => kind.test(route)));

test("the routes that write no line are there", () => {
  expect(Object.keys(NO_LINE).filter((route) => !DEEDS.includes(route))).toEqual([]);
});

test("every change of a factor, key, mailbox, webhook or client, every deletion, start and pause wrote a line of the audit log", ({
  skip,
}) => {
  const requests = recordedRequests();
  if (requests.length === 0) skip("no feature test ran before this one");
  // Of some files alone, a route may have been asked by none.
  const isWhole = filesRun() === globSync("test/feature/*.test.ts").length;
  const byRoute = Map.groupBy(requests, ({ route }) => route);
  const silent = DEEDS.filter((route) => {
    const made = byRoute.get(route);
    if (route in NO_LINE) return false;
    return made ? made.every(({ actions }) => actions.length === 0) : isWhole;
  });
  expect(silent).toEqual([]);
  console.log(
    `${isWhole ? "" : "some of "}${DEEDS.length - Object.keys(NO_LINE).length} routes write to the audit log`,
  );
});

test("nothing else is called a deed than what somebody did in a test", ({ skip }) => {
  const requests = recordedRequests();
  if (requests.length === 0) skip("no feature test ran before this one");
  const seen = new Set(requests.flatMap(({ actions }) => actions));
  expect([...seen].filter((action) => !AUDIT_ACTIONS.some((known) => known === action))).toEqual(
    [],
  );
});
