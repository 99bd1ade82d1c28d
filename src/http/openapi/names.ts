import { z } from "zod";
import * as accounts from "#contract/accounts.ts";
import * as activity from "#contract/activity.ts";
import * as admin from "#contract/admin.ts";
import * as ai from "#contract/ai.ts";
import * as apiKeys from "#contract/api-keys.ts";
import * as campaignTools from "#contract/campaign-tools.ts";
import * as campaigns from "#contract/campaigns.ts";
import * as common from "#contract/common.ts";
import * as companion from "#contract/companion.ts";
import * as deadLetters from "#contract/dead-letters.ts";
import * as health from "#contract/health.ts";
import * as imports from "#contract/imports.ts";
import * as integrations from "#contract/integrations.ts";
import * as leads from "#contract/leads.ts";
import * as mailDomains from "#contract/mail-domains.ts";
import * as mailReading from "#contract/mail-reading.ts";
import * as mailboxHealth from "#contract/mailbox-health.ts";
import * as mailboxes from "#contract/mailboxes.ts";
import * as notifications from "#contract/notifications.ts";
import * as members from "#contract/members.ts";
import * as replyTemplates from "#contract/reply-templates.ts";
import * as mcp from "#contract/mcp.ts";
import * as problem from "#contract/problem.ts";
import * as providerWebhooks from "#contract/provider-webhooks.ts";
import * as report from "#contract/report.ts";
import * as release from "#contract/release.ts";
import * as schedule from "#contract/schedule.ts";
import * as sendJournal from "#contract/send-journal.ts";
import * as sendingDay from "#contract/sending-day.ts";
import * as settings from "#contract/settings.ts";
import * as setup from "#contract/setup.ts";
import * as stats from "#contract/stats.ts";
import * as steps from "#contract/steps.ts";
import * as suppressions from "#contract/suppressions.ts";
import * as system from "#contract/system.ts";
import * as threads from "#contract/threads.ts";
import * as transmission from "#contract/transmission.ts";
import * as unclearSends from "#contract/unclear-sends.ts";
import * as validation from "#contract/validation.ts";
import * as warmup from "#contract/warmup.ts";
import * as webhooks from "#contract/webhooks.ts";

/** The contract's modules: what they export under a name is a component of that name. */
export const CONTRACT_MODULES: readonly Readonly<Record<string, unknown>>[] = [
  common,
  problem,
  accounts,
  activity,
  admin,
  ai,
  apiKeys,
  campaigns,
  campaignTools,
  deadLetters,
  health,
  imports,
  integrations,
  leads,
  mailDomains,
  mailboxHealth,
  mailboxes,
  providerWebhooks,
  notifications,
  report,
  members,
  replyTemplates,
  mcp,
  release,
  schedule,
  sendJournal,
  sendingDay,
  settings,
  setup,
  stats,
  steps,
  suppressions,
  system,
  threads,
  validation,
  warmup,
  webhooks,
  companion,
  mailReading,
  transmission,
  unclearSends,
];

/** Scalars that are worth a name; the others read better where they stand. */
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
