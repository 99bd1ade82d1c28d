/** What the platform allows, and who says so. */
export type Limit = { readonly most: number; readonly source: string };

const limit = (most: number, source: string): Limit => ({ most, source });

/*
 * Cloudflare's documents, below developers.cloudflare.com, as they were kept in November 2026. Where two
 * pages name different figures, the lower one.
 */
export const LIMITS = {
  d1Bytes: limit(10e9, "d1/platform/limits"),
  /** Not the platform's: what src/docs/scaling.md says of one D1 database, which has one thread. */
  d1WritesASecond: limit(500, "this product's page about scaling"),
  d1StatementsAnInvocation: limit(1_000, "d1/platform/limits"),
  objectBytes: limit(10e9, "durable-objects/platform/limits"),
  objectRequestsASecond: limit(1_000, "durable-objects/platform/limits (soft)"),
  cpuMsAnInvocation: limit(30_000, "durable-objects/platform/limits, workers/platform/limits"),
  subrequestsAnInvocation: limit(
    1_000,
    "workers/platform/limits (10,000 on the present page, 1,000 on older ones)",
  ),
  queueMessagesASecond: limit(5_000, "queues/platform/limits"),
  queueConsumers: limit(250, "queues/platform/limits"),
  queueMessageBytes: limit(128_000, "queues/platform/limits"),
  queueBacklogBytes: limit(25e9, "queues/platform/limits"),
  /** Ours: a wake-up that waits longer is found by the next tick as well. */
  queueWaitSeconds: limit(60, "this product: a tick is a minute"),
} as const;
export type LimitName = keyof typeof LIMITS;

/** What the measured code takes, in ms and bytes, and what is assumed of what is not ours. */
export const ASSUMED = {
  /** CPU of an idle tick inside an object, and of a statement there: measured on workerd, 22 November 2026. */
  alarmCpuMs: 3.9,
  statementCpuMs: 0.24,
  /** Assumed: what an alarm and a call to an object wait for others, during which the object is billed. */
  alarmWaitMs: 20,
  callMs: 5,
  /** Assumed: how long an invocation of each kind takes. */
  transmitMs: 400,
  hitsMs: 60,
  judgeMs: 60,
  readMs: 300,
  noticeMs: 200,
  webhookMs: { median: 300, sigma: 0.8, slowShare: 0.01, slowMs: 10_000 },
  /** Assumed: leads that one turn of a validation takes. */
  leadsATurn: 500,
  messageBytes: 700,
} as const;
