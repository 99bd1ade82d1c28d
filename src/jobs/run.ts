import type { Deps } from "#core/ctx.ts";
import type { Job, Outcome } from "#core/job.ts";

/** Sends each wake-up to its verb. */
export async function run(job: Job, deps: Deps): Promise<Outcome> {
  deps.log("job.unhandled", { type: job.type });
  return { kind: "drop", reason: "no verb" };
}
