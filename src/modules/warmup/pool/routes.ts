import { SetWarmupPoolBody, WarmupPool } from "#modules/warmup/contract/pool.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { readPool, setPool } from "./set-pool.ts";

const POOL = `${WORKSPACE_PATH}/warmup/pool`;
const EXAMPLE = {
  enabled: true,
  mailbox_ids: [7, 8],
  pool: { workspaces: 3, mailboxes: 14 },
  sent_7d: 120,
  received_7d: 118,
};

export const poolRoutes = [
  endpoint(
    {
      method: "GET",
      path: POOL,
      scope: "workspace",
      action: "mailboxes.read",
      summary: "Whether the workspace shares a warmup pool with others of the installation.",
      description:
        "Shows which mailboxes take part, the size of the pool, and how many warmup emails went to and came from other workspaces. Who the others are is never shown. Who may read mailboxes can call it.",
      answers: { 200: WarmupPool },
      example: { answer: EXAMPLE },
    },
    async (ctx) => ok(await readPool(ctx)),
  ),
  endpoint(
    {
      method: "PUT",
      path: POOL,
      scope: "workspace",
      action: "mailboxes.edit",
      summary: "Share a warmup pool with other workspaces of the installation, or leave it.",
      description:
        "Only chosen mailboxes, and only those of workspaces that take part as well, send warmup emails to each other. Each sees the address and display name of the other in its folders; leads, texts of campaigns and figures stay where they are. Leaving works at once: no new emails, and those on their way are put away. Providers may suspend accounts for abuse of their service, which some see in warmup. Who may edit mailboxes can call it; written to the audit log.",
      body: SetWarmupPoolBody,
      answers: { 200: WarmupPool },
      example: { body: { enabled: true, mailbox_ids: [7, 8] }, answer: EXAMPLE },
    },
    async (ctx, { body }) => ok(await setPool(ctx, body)),
  ),
];
