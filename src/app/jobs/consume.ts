import { z } from "zod";
import { type Deps, traced } from "#platform/ctx/ctx.ts";
import { Job, type Outcome } from "#platform/ctx/job.ts";
import { describe } from "#platform/ctx/log.ts";
import { metered, noteHits, operationsOf, usedOnlyBy } from "#platform/ctx/usage.ts";
import { noteUse } from "#platform/db/tally.ts";
import { keepUsage } from "#modules/operations/costs/keep-usage.ts";
import { keepDeadLetter } from "#modules/operations/dead-letters/keep-dead-letter.ts";
import { run } from "./run.ts";

/** A queue message as either host delivers it. */
export type Delivery = {
  readonly id: string;
  readonly body: unknown;
  /** 1 on the first delivery. */
  readonly attempts: number;
  ack(): void;
  retry(options: { delaySeconds: number }): void;
};

/** The kind of a message, and beside its job the request that set it off. */
const Envelope = z.object({
  type: z.string().max(100).optional(),
  trace: z.string().max(100).optional(),
});

/** A Worker invocation has six connections; one slow receiver must not hold the rest up. */
const AT_ONCE = 6;

/** Settles every message itself, so that one bad message never redelivers its whole batch. */
export async function consume(batch: readonly Delivery[], deps: Deps): Promise<void> {
  const waiting = [...batch];
  const worker = async (): Promise<void> => {
    for (let message = waiting.shift(); message; message = waiting.shift()) {
      const one = message;
      await metered(deps, {}, () => settle(one, deps));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  await keepUsage(deps);
}

async function settle(message: Delivery, untraced: Deps): Promise<void> {
  const { type, trace } = Envelope.safeParse(message.body).data ?? {};
  const deps = trace === undefined ? untraced : traced(untraced, trace);
  const outcome = await attempt(message, deps);
  noteDelivery(message, outcome);
  const fields = { id: message.id, type, attempt: message.attempts };
  deps.log("job.settled", { ...fields, ...outcome }, "debug");
  if (outcome.kind === "retry") message.retry({ delaySeconds: outcome.afterSeconds });
  else message.ack();
}

/** A delivery is read, and deleted once it is settled; who wrote it has counted that. */
function noteDelivery({ body }: Delivery, { kind }: Outcome): void {
  const { data: job } = Job.safeParse(body);
  const operations = job ? operationsOf(job) : 1;
  noteUse({ queueOperations: kind === "retry" ? operations : 2 * operations });
  if (!job) return;
  if (job.type === "hits.record.v1") {
    if (kind !== "retry") noteHits(job.hits, operations);
  } else if ("workspaceId" in job) usedOnlyBy(job.workspaceId);
}

async function attempt(message: Delivery, deps: Deps): Promise<Outcome> {
  const job = Job.safeParse(message.body);
  if (!job.success) {
    deps.log("job.malformed", { id: message.id, reason: job.error.message }, "error");
    await keepDeadLetter(deps, { ...message, reason: "malformed" });
    return { kind: "drop", reason: "malformed" };
  }
  try {
    return await run(job.data, deps);
  } catch (cause) {
    deps.log("job.threw", { id: message.id, type: job.data.type, cause: describe(cause) }, "error");
    return { kind: "retry", afterSeconds: Math.min(2 ** message.attempts, 3_600) };
  }
}
