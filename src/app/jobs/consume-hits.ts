import type { Deps } from "#platform/ctx/ctx.ts";
import { Job } from "#platform/ctx/job.ts";
import { describe } from "#platform/ctx/log.ts";
import { metered, noteHits, operationsOf } from "#platform/ctx/usage.ts";
import { noteUse } from "#platform/db/tally.ts";
import { keepUsage } from "#modules/operations/costs/keep-usage.ts";
import { recordHits } from "#modules/tracking/hits/record-hits.ts";
import { consume, type Delivery } from "./consume.ts";

type Hits = Extract<Job, { type: "hits.record.v1" }>;

/**
 * Settles the messages of a batch that carry hits: with one write for all of them, or each by
 * itself where that fails, so that one bad message delays no other.
 */
export async function consumeHits(batch: readonly Delivery[], deps: Deps): Promise<void> {
  const messages = batch.flatMap(({ body }): Hits[] => {
    const job = Job.safeParse(body).data;
    return job?.type === "hits.record.v1" ? [job] : [];
  });
  const isTogether = batch.length > 1 && messages.length === batch.length;
  if (!isTogether || !(await metered(deps, {}, () => isWritten(deps, messages)))) {
    return consume(batch, deps);
  }
  for (const message of batch) message.ack();
  await keepUsage(deps);
}

async function isWritten(deps: Deps, messages: readonly Hits[]): Promise<boolean> {
  try {
    const isNew = await recordHits(deps, messages);
    if (isNew) noteTaken(messages);
    return isNew;
  } catch (cause) {
    deps.log("hits.unwritten", { messages: messages.length, cause: describe(cause) }, "warn");
    return false;
  }
}

function noteTaken(messages: readonly Hits[]): void {
  for (const message of messages) {
    const operations = operationsOf(message);
    noteUse({ queueOperations: 2 * operations });
    noteHits(message.hits, operations);
  }
}

/** Whether a message is of that kind, as far as can be known without parsing it. */
export const carriesHits = ({ body }: Delivery): boolean =>
  typeof body === "object" && body !== null && "type" in body && body.type === "hits.record.v1";
