import { clientRoutes } from "#modules/operations/clients/client-routes.ts";
import { peopleRoutes } from "#modules/operations/employees/people-routes.ts";
import { adminRoutes } from "#modules/operations/overview/routes.ts";
import { aiRoutes } from "#modules/assist/ai/routes.ts";
import { apiKeyRoutes } from "#modules/accounts/api-keys/routes.ts";
import { auditRoutes } from "#modules/accounts/audit/routes.ts";
import { authRoutes } from "#modules/accounts/people/routes.ts";
import { campaignRoutes } from "#modules/campaigns/campaigns/routes.ts";
import { healthRoutes } from "#modules/operations/health/routes.ts";
import { inboundMailRoutes } from "#modules/inbox/sync/routes.ts";
import { integrationRoutes } from "#modules/events/integrations/routes.ts";
import { importRoutes } from "#modules/leads/imports/import-routes.ts";
import { leadRoutes } from "#modules/leads/leads/routes.ts";
import { listRoutes } from "#modules/leads/lists/routes.ts";
import { mailDomainRoutes } from "#modules/mailboxes/sending-domains/routes.ts";
import { mailboxHealthRoutes } from "#modules/health/mailbox-health/routes.ts";
import { mailboxRoutes } from "#modules/mailboxes/mailboxes/routes.ts";
import { noticeRoutes } from "#modules/events/notices/routes.ts";
import { mcpRoutes } from "#modules/assist/mcp/routes.ts";
import { openApiRoutes } from "#app/openapi/routes.ts";
import { providerWebhookRoutes } from "#modules/inbox/provider-webhooks/routes.ts";
import { deadLetterRoutes } from "#modules/operations/dead-letters/routes.ts";
import { metricsRoutes } from "#modules/operations/metrics/routes.ts";
import { systemRoutes } from "#modules/operations/system/routes.ts";
import { sendJournalRoutes } from "#modules/delivery/journal/routes.ts";
import { replyTemplateRoutes } from "#modules/inbox/templates/routes.ts";
import { threadRoutes } from "#modules/inbox/threads/routes.ts";
import { companionRoutes } from "#modules/campaigns/transmit/routes.ts";
import { unclearRoutes } from "#modules/campaigns/resends/unclear-routes.ts";
import { reportRoutes } from "#modules/operations/report/routes.ts";
import { setupRoutes } from "#modules/accounts/setup/routes.ts";
import { settingsRoutes } from "#modules/accounts/settings/routes.ts";
import { statsRoutes } from "#modules/campaigns/stats/routes.ts";
import { suppressionRoutes } from "#modules/leads/suppressions/routes.ts";
import { trackingRoutes } from "#modules/tracking/hits/routes.ts";
import { trackingDomainRoutes } from "#modules/links/tracking-domains/routes.ts";
import { unsubscribeRoutes } from "#modules/tracking/unsubscribe/routes.ts";
import { warmupRoutes } from "#modules/warmup/warmups/routes.ts";
import { webhookRoutes } from "#modules/events/webhooks/routes.ts";
import { validationRoutes } from "#modules/leads/validation/routes.ts";
import { workspaceRoutes } from "#modules/accounts/workspaces/routes.ts";
import { tickRoutes } from "#app/jobs/routes.ts";
import type { Endpoint } from "#platform/http/endpoint.ts";
import type { HotRoute } from "#platform/http/hot-route.ts";

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
