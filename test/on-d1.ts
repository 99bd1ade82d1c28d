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
  "campaigns-conflict": "conditional writes, and the count of rows that they changed",
  "dead-letters": "queues",
  tracking: "hits in batches",
  "leads-add": "leads as JSON: rows that an insert answers, in batches, and repeated ones",
} as const satisfies Readonly<Record<string, string>>;

/**
 * What takes minutes over D1: `npm run test:full -- d1-leases`, which `.ci/run` runs. All files run over D1 by
 * `npm run test:full -- d1`.
 */
export const LONG_ON_D1 = {
  "leads-upload": "imports: rows in one JSON parameter, portions, repeated batches",
  transfers: "marks, cancellations and new places in one batch",
  "white-label-consent": "consents that are handed over and taken by conditional writes",
  sending: "claims, leases and batches of mails",
  "webhooks-delivery": "claims and leases of deliveries",
  "one-email": "rows read and written, as D1 counts them",
  "sending-again": "claims and leases of mails that a person sends again",
  "warmup-machine": "claims and leases of warmup, in drawn orders",
  "inbox-search":
    "full text without content: its deletions, merges, and queries that depend on a row",
  inbound: "batches that take an answer in once",
} as const satisfies Readonly<Record<string, string>>;
