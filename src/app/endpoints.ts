import { clientRoutes } from "#features/admin/client-routes.ts";
import { peopleRoutes } from "#features/admin/people-routes.ts";
import { adminRoutes } from "#features/admin/routes.ts";
import { aiRoutes } from "#features/ai/routes.ts";
import { apiKeyRoutes } from "#features/api-keys/routes.ts";
import { auditRoutes } from "#features/audit/routes.ts";
import { authRoutes } from "#features/auth/routes.ts";
import { campaignRoutes } from "#features/campaigns/routes.ts";
import { healthRoutes } from "#features/health/routes.ts";
import { inboundMailRoutes } from "#features/inbound-mail/routes.ts";
import { integrationRoutes } from "#features/integrations/routes.ts";
import { importRoutes } from "#features/leads/import-routes.ts";
import { leadRoutes } from "#features/leads/routes.ts";
import { listRoutes } from "#features/lists/routes.ts";
import { mailDomainRoutes } from "#features/mail-domains/routes.ts";
import { mailboxHealthRoutes } from "#features/mailbox-health/routes.ts";
import { mailboxRoutes } from "#features/mailboxes/routes.ts";
import { noticeRoutes } from "#features/notices/routes.ts";
import { mcpRoutes } from "#features/mcp/routes.ts";
import { openApiRoutes } from "#features/openapi/routes.ts";
import { providerWebhookRoutes } from "#features/provider-webhooks/routes.ts";
import { deadLetterRoutes } from "#features/dead-letters/routes.ts";
import { metricsRoutes } from "#features/metrics/routes.ts";
import { systemRoutes } from "#features/system/routes.ts";
import { sendJournalRoutes } from "#features/send-journal/routes.ts";
import { replyTemplateRoutes } from "#features/reply-templates/routes.ts";
import { threadRoutes } from "#features/threads/routes.ts";
import { companionRoutes } from "#features/sending/routes.ts";
import { unclearRoutes } from "#features/sending/unclear-routes.ts";
import { reportRoutes } from "#features/report/routes.ts";
import { setupRoutes } from "#features/setup/routes.ts";
import { settingsRoutes } from "#features/settings/routes.ts";
import { statsRoutes } from "#features/stats/routes.ts";
import { suppressionRoutes } from "#features/suppressions/routes.ts";
import { trackingRoutes } from "#features/tracking/routes.ts";
import { trackingDomainRoutes } from "#features/tracking-domains/routes.ts";
import { unsubscribeRoutes } from "#features/unsubscribe/routes.ts";
import { warmupRoutes } from "#features/warmup/routes.ts";
import { webhookRoutes } from "#features/webhooks/routes.ts";
import { validationRoutes } from "#features/validation/routes.ts";
import { workspaceRoutes } from "#features/workspaces/routes.ts";
import { tickRoutes } from "#jobs/routes.ts";
import type { Endpoint } from "#http/endpoint.ts";
import type { HotRoute } from "#http/hot-route.ts";

/** Every declared route of the product, in mounting order: fixed segments before parameters. */
export const endpoints: readonly Endpoint[] = [
  ...healthRoutes,
  ...metricsRoutes,
  ...authRoutes,
  ...setupRoutes,
  ...adminRoutes,
  ...peopleRoutes,
  ...clientRoutes,
  ...systemRoutes,
  ...deadLetterRoutes,
  ...auditRoutes,
  ...workspaceRoutes,
  ...apiKeyRoutes,
  ...importRoutes,
  ...validationRoutes,
  ...leadRoutes,
  ...listRoutes,
  ...suppressionRoutes,
  ...mailboxHealthRoutes,
  ...mailboxRoutes,
  ...warmupRoutes,
  ...threadRoutes,
  ...replyTemplateRoutes,
  ...webhookRoutes,
  ...integrationRoutes,
  ...aiRoutes,
  ...campaignRoutes,
  ...unclearRoutes,
  ...mailDomainRoutes,
  ...trackingDomainRoutes,
  ...settingsRoutes,
  ...noticeRoutes,
  ...statsRoutes,
  ...providerWebhookRoutes,
  ...reportRoutes,
  ...companionRoutes,
  ...sendJournalRoutes,
  ...inboundMailRoutes,
  ...tickRoutes,
  ...mcpRoutes(() => endpoints),
  ...openApiRoutes(() => ({ endpoints, hotRoutes })),
];

/** What recipients and their scanners call; mounted before everything else. */
export const hotRoutes: readonly HotRoute[] = [...trackingRoutes, ...unsubscribeRoutes];
