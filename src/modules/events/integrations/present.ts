import type { Integration } from "#modules/events/contract/integrations.ts";
import type { StoredDealRule } from "#modules/events/rules/integrations/deal-rule.ts";
import {
  canBeSeveral,
  type IntegrationProvider,
  makesDeals,
} from "#modules/events/rules/integrations/providers.ts";
import { iso } from "#platform/rules/time.ts";
import type { SettingsValues } from "#modules/accounts/settings/read-settings.ts";
import type { servicesOf } from "#modules/events/webhook-deliveries/services.ts";
import type { IntegrationRow } from "./store.ts";

export type Standing = {
  readonly rows: ReadonlyMap<string, IntegrationRow>;
  readonly services: Awaited<ReturnType<typeof servicesOf>>;
  readonly ai: SettingsValues["ai"];
};

export function presentIntegration(
  provider: IntegrationProvider,
  connection: string,
  standing: Standing,
): Integration {
  const { id, title, kind, description, credentials, config, events } = provider;
  const row = standing.rows.get(connection);
  const service = standing.services.get(connection);
  const isOn =
    kind === "ai" ? standing.ai.provider === id : kind === "events" ? row && service : row;
  const failed = isOn && service && (!service.isActive || service.streak > 0) ? service.last : null;
  const sent = service && { events: [...service.events] };
  return {
    id: connection,
    provider: id,
    name: (isOn && row?.name) || null,
    is_further: connection !== id,
    can_be_several: canBeSeveral(provider),
    title,
    kind,
    description,
    credential_fields: credentials.map((field) => ({ ...field })),
    config_fields: config.map((field) => ({ ...field })),
    events: [...events],
    status: !isOn ? "disconnected" : service && !service.isActive ? "error" : "connected",
    connected_at: isOn && row ? iso(row.connectedAt) : null,
    account_label: !isOn ? null : kind === "ai" ? standing.ai.model : (row?.accountLabel ?? null),
    config: !isOn ? {} : kind === "ai" ? aiConfig(standing.ai) : { ...row?.config, ...sent },
    can_make_deals: makesDeals(provider),
    deals: isOn && service?.deals ? dealRuleOf(service.deals) : null,
    last_error: failed ? wordsFor(title, failed) : null,
  };
}

/** Where our key lies is no choice of people. */
function dealRuleOf(stored: StoredDealRule): Integration["deals"] {
  const { events, pipeline, stage, meeting_stage, title, amount, currency, owner, owner_id } =
    stored;
  return {
    events: [...events],
    pipeline,
    stage,
    meeting_stage,
    title,
    amount,
    currency,
    owner,
    owner_id,
  };
}

const aiConfig = ({ model, base_url }: SettingsValues["ai"]): Record<string, unknown> => ({
  ...(model !== null && { model }),
  ...(base_url !== null && { base_url }),
});

function wordsFor(
  title: string,
  last: { error: string | null; statusCode: number | null; problem: string | null },
): string {
  const { statusCode: status, problem } = last;
  if (problem !== null) return `${title} responded with ${status}: ${problem}`;
  if (status === 401 || status === 403) {
    return `${title} responded with ${status}: the key or token is no longer valid, or a permission or scope is missing.`;
  }
  if (status !== null && status > 299) return `${title} responded with ${status}.`;
  if (status !== null) return `${title} responded with ${status}, but in an unexpected format.`;
  return `${title} is not reachable: ${last.error ?? "unknown error"}.`;
}
