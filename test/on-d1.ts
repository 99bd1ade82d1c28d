/**
 * The feature files that `npm test` runs over D1 as well: each leans on how D1 behaves when a
 * statement runs. The others differ in nothing but statements, and D1 prepares each of these
 * (test/statements).
 */
export const ON_D1 = {
  "d1-limits": "what the libSQL of the other files refuses is what D1 refuses",
  "database-trouble": "how an error of the database is told",
  shards: "several databases in one request",
  auth: "limits counted in the database, which a Worker has instead of its memory",
  "suppressions-keyed": "hashes that are exchanged in batches",
  idempotency: "keys claimed at once by unique rows",
  "idempotency-lost": "batches that a row of the key takes back",
  "campaigns-conflict": "conditional writes, and the count of rows that they changed",
  "dead-letters": "queues",
  tracking: "hits in batches",
  "leads-upload": "imports: rows in one JSON parameter, portions, repeated batches",
  "leads-add": "leads as JSON: rows that an insert answers, in batches, and repeated ones",
  "inbox-search":
    "full text without content: its deletions, merges, and queries that depend on a row",
  bulk: "batches that a row of the job takes back, and counts of rows that changed",
  transfers: "marks, cancellations and new places in one batch",
  "suppressions-import": "imports",
  "campaigns-by-tag": "joins of rows by JSON, in the batches of other writes",
  "sending-again": "claims and leases of mails that a person sends again",
  "white-label-consent": "consents that are handed over and taken by conditional writes",
  "sso-only": "accounts, links and sessions that are made and ended by batches",
  "warmup-machine": "claims and leases of warmup, in drawn orders",
} as const satisfies Readonly<Record<string, string>>;

/**
 * What takes minutes over D1: `npm run test:full -- d1-leases`, which `.ci/run` runs. All files run over D1 by
 * `npm run test:full -- d1`.
 */
export const LONG_ON_D1 = {
  "account-limits": "tries of a password that are counted by one statement each",
  retention: "rows deleted in portions, by the count of rows that changed",
  recount: "sums written by batches over all rows",
  "tracking-judge": "hits judged from the queue, and their leases",
  "mailboxes-import":
    "imports: a file in one batch, rows taken by their state, updates that answer rows",
  leads: "search: full text, and D1's limit on the length of a LIKE pattern",
  "validation-job": "claims and leases of a list, and its queue",
  sending: "claims, leases and batches of mails",
  "api-road": "rows of drafts that are taken over by conditional writes",
  "webhooks-delivery": "claims and leases of deliveries",
  inbound: "batches that take an answer in once",
  invitations: "links that are used up by conditional writes",
  "email-change": "links that are used up by conditional writes, and the undoing of others",
  sso: "links and memberships that are changed by conditional writes",
  "attacks-sso": "ways back that are taken by one statement",
  "attacks-factors": "codes, tickets and counters that are taken by conditional writes",
} as const satisfies Readonly<Record<string, string>>;
