import type { Integration } from "#modules/events/contract/integrations.ts";
import type {
  IntegrationId,
  IntegrationProvider,
} from "#modules/events/rules/integrations/providers.ts";
import { iso } from "#platform/rules/time.ts";
import type { SettingsValues } from "#modules/accounts/settings/read-settings.ts";
import type { servicesOf } from "#modules/events/webhook-deliveries/services.ts";
import type { IntegrationRow } from "./store.ts";

export type Standing = {
  readonly rows: ReadonlyMap<IntegrationId, IntegrationRow>;
  readonly services: Awaited<ReturnType<typeof servicesOf>>;
  readonly ai: SettingsValues["ai"];
};

export function presentIntegration(provider: IntegrationProvider, standing: Standing): Integration {
  const { id, title, kind, description, credentials, config, events } = provider;
  const row = standing.rows.get(id);
  const service = standing.services.get(id);
  const isOn =
    kind === "ai" ? standing.ai.provider === id : kind === "events" ? row && service : row;
  const failed = isOn && service && (!service.isActive || service.streak > 0) ? service.last : null;
  return {
    provider: id,
    title,
    kind,
    description,
    credential_fields: credentials.map((field) => ({ ...field })),
    config_fields: config.map((field) => ({ ...field })),
    events: [...events],
    status: !isOn ? "disconnected" : service && !service.isActive ? "error" : "connected",
    connected_at: isOn && row ? iso(row.connectedAt) : null,
    account_label: !isOn ? null : kind === "ai" ? standing.ai.model : (row?.accountLabel ?? null),
    config: !isOn ? {} : kind === "ai" ? aiConfig(standing.ai) : (row?.config ?? {}),
    last_error: failed ? wordsFor(title, failed) : null,
  };
}

const aiConfig = ({ model, base_url }: SettingsValues["ai"]): Record<string, unknown> => ({
  ...(model !== null && { model }),
  ...(base_url !== null && { base_url }),
});

function wordsFor(
  title: string,
  last: { error: string | null; statusCode: number | null },
): string {
  const { statusCode: status } = last;
  if (status === 401 || status === 403) {
    return `${title} responded with ${status}: the key or token is no longer valid, or a permission or scope is missing.`;
  }
  if (status !== null && status > 299) return `${title} responded with ${status}.`;
  if (status !== null) return `${title} responded with ${status}, but in an unexpected format.`;
  return `${title} is not reachable: ${last.error ?? "unknown error"}.`;
}
