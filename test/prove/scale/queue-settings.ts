import { readFileSync } from "node:fs";
import { PRIORITIES, type Priority } from "#platform/ctx/job.ts";

export type QueueSettings = { readonly batch: number; readonly waitSeconds: number };

/** How the consumers of the three queues are set in wrangler.toml. Throws where one is missing. */
export function queueSettings(
  text = readFileSync("wrangler.toml", "utf8"),
): Readonly<Record<Priority, QueueSettings>> {
  const blocks = text.split("[[queues.consumers]]").slice(1);
  const of = (name: Priority): QueueSettings => {
    const block = blocks.find((one) => one.includes(`queue = "outrider-${name}"`));
    const number = (key: string): number =>
      Number(new RegExp(`^${key} = (\\d+)$`, "m").exec(block ?? "")?.[1] ?? Number.NaN);
    const found = { batch: number("max_batch_size"), waitSeconds: number("max_batch_timeout") };
    if (Number.isNaN(found.batch + found.waitSeconds)) throw new Error(`no consumer of ${name}`);
    return found;
  };
  const [critical, normal, low] = PRIORITIES;
  return { critical: of(critical), default: of(normal), low: of(low) };
}
