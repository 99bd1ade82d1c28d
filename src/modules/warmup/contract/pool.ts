import { z } from "zod";
import { bodyId } from "#platform/contract/common.ts";
import type { MailboxId } from "#platform/rules/ids.ts";

/** Mailboxes of a workspace that share a pool. */
const MAX_SHARED = 1_000;

export const SetWarmupPoolBody = z.strictObject({
  enabled: z
    .boolean()
    .describe("Whether the workspace shares a pool with others; false leaves it."),
  mailbox_ids: z
    .array(bodyId<MailboxId>())
    .max(MAX_SHARED)
    .default([])
    .describe(
      "The mailboxes that take part, 1,000 at most: the whole choice, so that others leave. Needed to take part.",
    ),
});
export type SetWarmupPoolBody = z.output<typeof SetWarmupPoolBody>;

export const WarmupPool = z.object({
  enabled: z.boolean().describe("Whether mailboxes of the workspace take part."),
  mailbox_ids: z.array(z.int()).describe("Those that take part."),
  pool: z
    .object({
      workspaces: z
        .int()
        .describe("Workspaces of the installation that take part, this one included."),
      mailboxes: z.int().describe("Their mailboxes whose warmup runs."),
    })
    .describe("How large the pool is. Who takes part is shown to nobody."),
  sent_7d: z
    .int()
    .describe("Warmup emails to mailboxes of other workspaces in the last seven days."),
  received_7d: z.int().describe("Warmup emails from them in the last seven days."),
});
export type WarmupPool = z.output<typeof WarmupPool>;
