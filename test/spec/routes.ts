/**
 * The routes of the specification's section 4, in its order, and the part of the work that owes
 * each. `{provider_a}` and `{provider_b}` are `ses` and `sendgrid`.
 */
export type SpecRoute = readonly [
  part: number,
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
];

/** Parts whose routes must all be there. */
export const DONE_PARTS: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

const W = "/api/v1/workspaces/:wid";

export const SPEC_ROUTES: readonly SpecRoute[] = [
  // Public
  [1, "GET", "/health"],
  [1, "POST", "/api/v1/auth/login"],
  [1, "POST", "/api/v1/auth/register"],
  [2, "GET", "/api/v1/setup/status"],
  [2, "GET", "/api/v1/setup/branding"],
  [2, "POST", "/api/v1/setup/verify-license"],
  [2, "POST", "/api/v1/setup/branding"],
  [2, "POST", "/api/v1/setup/complete"],
  [5, "POST", "/api/v1/webhooks/ses"],
  [5, "POST", "/api/v1/webhooks/sendgrid"],
  [5, "GET", "/api/v1/report/:slug/stats"],
  [5, "GET", "/api/v1/report/:slug/campaigns"],
  [5, "GET", "/api/v1/report/:slug/*"],
  [1, "GET", "/t/:id/pixel.png"],
  [1, "GET", "/t/:id/link/*"],
  [1, "GET", "/unsubscribe/:token"],
  // Authentication and user
  [1, "GET", "/api/v1/auth/me"],
  // Workspaces
  [1, "GET", "/api/v1/workspaces"],
  [1, "POST", "/api/v1/workspaces"],
  [1, "GET", W],
  [1, "GET", `${W}/stats`],
  // Admin panel
  [2, "GET", "/api/v1/admin/dashboard"],
  [2, "GET", "/api/v1/admin/employees"],
  [2, "POST", "/api/v1/admin/employees"],
  [2, "DELETE", "/api/v1/admin/employees/:id"],
  [2, "GET", "/api/v1/admin/clients"],
  [2, "POST", "/api/v1/admin/clients"],
  [2, "DELETE", "/api/v1/admin/clients/:wid"],
  [2, "GET", "/api/v1/admin/assignments"],
  [2, "POST", "/api/v1/admin/assignments"],
  [2, "DELETE", "/api/v1/admin/assignments/:id"],
  [2, "POST", "/api/v1/admin/impersonate/:uid"],
  // System updates
  [7, "GET", "/api/v1/admin/system/check-update"],
  [7, "POST", "/api/v1/admin/system/update"],
  [7, "GET", "/api/v1/admin/system/version"],
  // MCP
  [7, "POST", "/api/v1/mcp"],
  // Campaigns
  [1, "GET", `${W}/campaigns`],
  [1, "POST", `${W}/campaigns`],
  [1, "GET", `${W}/campaigns/:id`],
  [4, "PUT", `${W}/campaigns/:id`],
  [1, "POST", `${W}/campaigns/:id/start`],
  [4, "POST", `${W}/campaigns/:id/pause`],
  [4, "DELETE", `${W}/campaigns/:id`],
  [1, "POST", `${W}/campaigns/:id/steps`],
  [4, "PUT", `${W}/campaigns/:id/steps/:stepId`],
  [4, "DELETE", `${W}/campaigns/:id/steps/:stepId`],
  [4, "POST", `${W}/campaigns/:id/steps/reorder`],
  [1, "POST", `${W}/campaigns/:id/mailboxes`],
  // Leads
  [3, "GET", `${W}/leads`],
  [3, "GET", `${W}/leads/:id`],
  [1, "POST", `${W}/leads/upload`],
  [3, "POST", `${W}/leads/validate`],
  [3, "PUT", `${W}/leads/:id`],
  [3, "DELETE", `${W}/leads/:id`],
  [1, "POST", `${W}/leads/add-to-campaign`],
  // Mailboxes
  [1, "GET", `${W}/mailboxes`],
  [1, "POST", `${W}/mailboxes`],
  [6, "PUT", `${W}/mailboxes/:id`],
  [6, "DELETE", `${W}/mailboxes/:id`],
  [6, "POST", `${W}/mailboxes/:id/test`],
  [1, "POST", `${W}/mailboxes/test`],
  [6, "GET", `${W}/mailboxes/:id/health`],
  [6, "GET", `${W}/mailboxes/health`],
  // Threads
  [1, "GET", `${W}/threads`],
  [1, "GET", `${W}/threads/:id`],
  [4, "POST", `${W}/threads/:id/reply`],
  [4, "PUT", `${W}/threads/:id/status`],
  // Warmup
  [6, "GET", `${W}/warmup`],
  [6, "POST", `${W}/warmup/:mailboxId/start`],
  [6, "POST", `${W}/warmup/:mailboxId/pause`],
  [6, "DELETE", `${W}/warmup/:mailboxId`],
  // Settings
  [6, "GET", `${W}/settings`],
  [6, "PUT", `${W}/settings`],
  [6, "POST", `${W}/settings/test-ai`],
  [6, "PUT", `${W}/settings/tracking-domain`],
  [6, "POST", `${W}/settings/verify-dns`],
  // Webhooks
  [1, "GET", `${W}/webhooks`],
  [1, "POST", `${W}/webhooks`],
  [5, "PUT", `${W}/webhooks/:id`],
  [5, "DELETE", `${W}/webhooks/:id`],
  [1, "GET", `${W}/webhooks/:id/logs`],
  // Integrations, AI, API keys
  [7, "GET", `${W}/integrations`],
  [7, "POST", `${W}/integrations/:provider/connect`],
  [7, "DELETE", `${W}/integrations/:provider`],
  [7, "POST", `${W}/ai/enhance`],
  [7, "POST", `${W}/ai/spam-check`],
  [2, "GET", `${W}/api-keys`],
  [2, "POST", `${W}/api-keys`],
  [2, "DELETE", `${W}/api-keys/:id`],
];
