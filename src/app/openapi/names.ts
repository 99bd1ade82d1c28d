import { z } from "zod";
import * as accounts from "#modules/accounts/contract/accounts.ts";
import * as activity from "#modules/leads/contract/activity.ts";
import * as bulkOfLeads from "#modules/leads/contract/bulk.ts";
import * as segments from "#modules/leads/contract/segments.ts";
import * as leadTags from "#modules/leads/contract/tags.ts";
import * as followUps from "#modules/campaigns/contract/follow-ups.ts";
import * as taskFields from "#modules/campaigns/contract/task-fields.ts";
import * as tasks from "#modules/campaigns/contract/tasks.ts";
import * as transfers from "#modules/campaigns/contract/transfers.ts";
import * as addLeads from "#modules/leads/contract/add-leads.ts";
import * as admin from "#modules/operations/contract/admin.ts";
import * as arrivals from "#modules/operations/contract/arrivals.ts";
import * as arrivalCalls from "#platform/wire/arrivals.ts";
import * as ai from "#modules/assist/contract/ai.ts";
import * as apiKeys from "#modules/accounts/contract/api-keys.ts";
import * as emailChange from "#modules/accounts/contract/email-change.ts";
import * as invitations from "#modules/accounts/contract/invitations.ts";
import * as factors from "#modules/accounts/contract/factors.ts";
import * as sessions from "#modules/accounts/contract/sessions.ts";
import * as attachments from "#platform/wire/attachments.ts";
import * as audit from "#modules/accounts/contract/audit.ts";
import * as brands from "#modules/accounts/contract/brands.ts";
import * as bookings from "#modules/inbox/contract/bookings.ts";
import * as clientAccess from "#modules/operations/contract/client-access.ts";
import * as campaignTools from "#modules/campaigns/contract/campaign-tools.ts";
import * as approvals from "#modules/campaigns/contract/publishing/approvals.ts";
import * as publishing from "#modules/campaigns/contract/publishing/drafts.ts";
import * as campaigns from "#modules/campaigns/contract/campaigns.ts";
import * as common from "#platform/contract/common.ts";
import * as companion from "#platform/wire/companion.ts";
import * as costs from "#modules/operations/contract/costs.ts";
import * as connections from "#modules/connections/contract/connections.ts";
import * as deadLetters from "#modules/operations/contract/dead-letters.ts";
import * as enrol from "#modules/campaigns/contract/enrol.ts";
import * as health from "#modules/operations/contract/health.ts";
import * as imports from "#modules/leads/contract/imports.ts";
import * as installKeys from "#modules/accounts/contract/install-keys.ts";
import * as deals from "#modules/events/contract/deals.ts";
import * as integrations from "#modules/events/contract/integrations.ts";
import * as keyLimits from "#modules/accounts/contract/key-limits.ts";
import * as leads from "#modules/leads/contract/leads.ts";
import * as ownHosts from "#modules/links/contract/own-hosts.ts";
import * as trackingDomains from "#modules/links/contract/tracking-domains.ts";
import * as mailDomains from "#modules/mailboxes/contract/mail-domains.ts";
import * as mailReading from "#platform/wire/mail-reading.ts";
import * as mailboxHealth from "#modules/health/contract/mailbox-health.ts";
import * as mailboxImports from "#modules/mailboxes/contract/mailbox-imports.ts";
import * as mailboxSummary from "#modules/mailboxes/contract/mailbox-summary.ts";
import * as mailboxes from "#modules/mailboxes/contract/mailboxes.ts";
import * as manyMailboxes from "#modules/mailboxes/contract/many-mailboxes.ts";
import * as oauthClients from "#modules/connections/contract/clients.ts";
import * as organisationApps from "#modules/connections/contract/organisation-apps.ts";
import * as sendingDomains from "#modules/operations/contract/domains.ts";
import * as overview from "#modules/operations/contract/overview.ts";
import * as organisations from "#modules/connections/contract/organisations.ts";
import * as waiting from "#modules/inbox/contract/waiting.ts";
import * as notes from "#modules/inbox/contract/notes.ts";
import * as notifications from "#modules/events/contract/notifications.ts";
import * as push from "#modules/events/contract/push.ts";
import * as replyTemplates from "#modules/inbox/contract/reply-templates.ts";
import * as mcp from "#modules/assist/contract/mcp.ts";
import * as pacing from "#modules/campaigns/contract/pacing.ts";
import * as placementChecks from "#modules/placement/contract/checks.ts";
import * as placementSearches from "#modules/placement/contract/searches.ts";
import * as placementSeeds from "#modules/placement/contract/seeds.ts";
import * as samples from "#modules/samples/contract/samples.ts";
import * as placementTests from "#modules/placement/contract/tests.ts";
import * as mailFilters from "#platform/wire/mail-filters.ts";
import * as mailLook from "#platform/wire/mail-look.ts";
import * as problem from "#platform/contract/problem.ts";
import * as providerWebhooks from "#modules/inbox/contract/provider-webhooks.ts";
import * as pulse from "#modules/operations/contract/pulse.ts";
import * as replyFigures from "#modules/inbox/contract/reply-figures.ts";
import * as receipts from "#modules/receipts/contract/receipts.ts";
import * as report from "#modules/operations/contract/report.ts";
import * as aggregateReports from "#platform/wire/aggregate-reports.ts";
import * as lookup from "#platform/wire/lookup.ts";
import * as blocklists from "#modules/reputation/contract/blocklists.ts";
import * as reputationReports from "#modules/reputation/contract/reports.ts";
import * as release from "#platform/wire/release.ts";
import * as schedule from "#platform/contract/schedule.ts";
import * as sendJournal from "#platform/wire/send-journal.ts";
import * as sendingDay from "#modules/campaigns/contract/sending-day.ts";
import * as settings from "#modules/accounts/contract/settings.ts";
import * as setup from "#modules/accounts/contract/setup.ts";
import * as sso from "#modules/accounts/contract/sso.ts";
import * as ssoFields from "#platform/contract/sso.ts";
import * as spam from "#modules/campaigns/contract/spam.ts";
import * as stats from "#modules/campaigns/contract/stats.ts";
import * as steps from "#modules/campaigns/contract/steps.ts";
import * as importLinks from "#modules/leads/contract/import-links.ts";
import * as installSuppressions from "#modules/leads/contract/install-suppressions.ts";
import * as suppressions from "#modules/leads/contract/suppressions.ts";
import * as addresses from "#modules/operations/contract/addresses.ts";
import * as moves from "#modules/moving/contract/moves.ts";
import * as templates from "#modules/campaigns/contract/templates.ts";
import * as system from "#modules/operations/contract/system.ts";
import * as threads from "#modules/inbox/contract/threads.ts";
import * as tryInbox from "#modules/inbox/contract/try.ts";
import * as tokens from "#platform/wire/tokens.ts";
import * as transmission from "#platform/wire/transmission.ts";
import * as unclearSends from "#modules/campaigns/contract/unclear-sends.ts";
import * as addressValidations from "#modules/leads/contract/validations.ts";
import * as validation from "#modules/leads/contract/validation.ts";
import * as warmup from "#modules/warmup/contract/warmup.ts";
import * as warmupExchange from "#modules/warmup/contract/exchange.ts";
import * as warmupPool from "#modules/warmup/contract/pool.ts";
import * as winners from "#modules/campaigns/contract/winners.ts";
import * as events from "#modules/events/contract/events.ts";
import * as webhooks from "#modules/events/contract/webhooks.ts";

/** The contract's modules: what they export under a name is a component of that name. */
export const CONTRACT_MODULES: readonly Readonly<Record<string, unknown>>[] = [
  common,
  pacing,
  placementChecks,
  placementSearches,
  placementSeeds,
  placementTests,
  samples,
  problem,
  accounts,
  arrivals,
  arrivalCalls,
  activity,
  addLeads,
  bulkOfLeads,
  segments,
  leadTags,
  followUps,
  taskFields,
  tasks,
  transfers,
  admin,
  ai,
  apiKeys,
  keyLimits,
  installKeys,
  attachments,
  audit,
  bookings,
  brands,
  campaigns,
  clientAccess,
  campaignTools,
  connections,
  deadLetters,
  enrol,
  emailChange,
  factors,
  invitations,
  health,
  imports,
  integrations,
  deals,
  leads,
  ownHosts,
  trackingDomains,
  mailDomains,
  mailboxHealth,
  mailboxImports,
  mailboxSummary,
  mailboxes,
  manyMailboxes,
  providerWebhooks,
  oauthClients,
  organisationApps,
  organisations,
  overview,
  costs,
  sendingDomains,
  notes,
  waiting,
  notifications,
  push,
  pulse,
  replyFigures,
  report,
  replyTemplates,
  mcp,
  aggregateReports,
  blocklists,
  lookup,
  receipts,
  reputationReports,
  release,
  schedule,
  sendJournal,
  sendingDay,
  sessions,
  sso,
  ssoFields,
  settings,
  setup,
  spam,
  stats,
  steps,
  importLinks,
  installSuppressions,
  suppressions,
  addresses,
  templates,
  system,
  threads,
  tryInbox,
  validation,
  addressValidations,
  warmup,
  warmupExchange,
  warmupPool,
  winners,
  publishing,
  approvals,
  events,
  webhooks,
  companion,
  mailFilters,
  mailLook,
  mailReading,
  moves,
  tokens,
  transmission,
  unclearSends,
];

/** Scalars that are worth a name; the others read better where they are. */
const NAMED_SCALARS: readonly unknown[] = [common.Time];

/** A schema that is both sent and shown has two forms; one that is only sent has its plain name. */
export const inputName = (name: string): string =>
  name === "Time" || /(?:Body|Options|Filter)$/.test(name) ? name : `${name}Input`;

/** Query and path schemas are written out as parameters. */
const PARAMETERS = /(?:Query|Params)$/;

/** The name of each exported schema; of two with one name the first has it and the other stays inline. */
export function schemaNames(): ReadonlyMap<z.ZodType, string> {
  const names = new Map<z.ZodType, string>();
  const taken = new Set<string>();
  for (const [name, schema] of CONTRACT_MODULES.flatMap((module) => Object.entries(module))) {
    if (!(schema instanceof z.ZodType) || taken.has(name) || names.has(schema)) continue;
    if (PARAMETERS.test(name)) continue;
    if (!(schema instanceof z.ZodObject) && !NAMED_SCALARS.includes(schema)) continue;
    names.set(schema, name);
    taken.add(name);
  }
  return names;
}
