import { type Phrase, phrase } from "#platform/words/phrase.ts";
import { auditStatement, bySystem } from "#modules/accounts/audit/audit-statement.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { WebhookId } from "#platform/rules/ids.ts";
import { providerOf } from "#modules/events/rules/integrations/providers.ts";
import { WEBHOOK_FAILURES_TO_DEACTIVATE } from "#platform/rules/choices.ts";
import { noticeStatement } from "#modules/events/notices/notice-statement.ts";

const failures = WEBHOOK_FAILURES_TO_DEACTIVATE;
const WHY_SERVICE = {
  consecutive_failures: phrase(
    "Its last {failures} attempts in a row failed. Reconnect it under Settings, Integrations. It is then on again and receives the missed events.",
    { failures },
  ),
  secret_unreadable: phrase(
    "Its credentials can no longer be decrypted. Reconnect it under Settings, Integrations.",
  ),
} as const;
const WHY = {
  // Its end is WEBHOOK_RECOVERY.
  consecutive_failures: phrase(
    "Its last {failures} attempts in a row failed. Fix your endpoint, send a test, then turn the webhook on. It then receives the events of the last three days.",
    { failures },
  ),
  secret_unreadable: phrase(
    "Its secret can no longer be decrypted, so deliveries cannot be signed. Enter the secret again.",
  ),
} as const;

/**
 * The notice and the audit line of a webhook that is switched off, for the batch that does it. A URL
 * may hold a token, so the notice names its host alone.
 */
export const disabled = (
  ctx: WorkspaceCtx,
  webhook: {
    readonly id: WebhookId;
    readonly url: string;
    /** The connected service that it is; null for a person's webhook. */
    readonly provider: string | null;
    /** What people call the service. */
    readonly name?: string | null;
  },
  why: keyof typeof WHY,
  source: Parameters<typeof noticeStatement>[2] & {},
): readonly Statement[] => [
  auditStatement(
    bySystem(ctx),
    {
      action: "webhook.disabled",
      workspaceId: ctx.workspaceId,
      target: { type: "webhook", id: webhook.id },
      details: { reason: why, ...(webhook.provider !== null && { name: webhook.provider }) },
    },
    source,
  ),
  noticeStatement(
    ctx,
    {
      kind: "webhook_disabled",
      severity: "error",
      ...(webhook.provider === null
        ? {
            title: titleOf(URL.parse(webhook.url)?.hostname),
            message: WHY[why],
            target: { kind: "webhook", id: webhook.id },
          }
        : {
            title: phrase("{service} was turned off", {
              service: connectionTitle(webhook.provider, webhook.name),
            }),
            message: WHY_SERVICE[why],
            target: { kind: "settings", id: null },
          }),
      dedupeKey: `webhook:${webhook.id}:${ctx.now()}`,
    },
    source,
  ),
];

const titleOf = (host: string | undefined): Phrase =>
  host === undefined
    ? phrase("Webhook to an unknown host was turned off")
    : phrase("Webhook to {host} was turned off", { host });

const connectionTitle = (connection: string, name: string | null | undefined): string => {
  const title = providerOf(connection)?.title ?? connection;
  return name == null ? title : `${title} (${name})`;
};
