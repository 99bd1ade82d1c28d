import type { Deps } from "#platform/ctx/ctx.ts";
import type { MailProviders } from "#modules/connections/contract/connections.ts";
import { CONSENT_PROVIDERS } from "#modules/connections/rules/kinds.ts";
import { PROVIDER_FACTS } from "#modules/connections/rules/providers.ts";
import { readOauthClient } from "./read-client.ts";

/** What buttons there are; a client whose secret can't be opened is none. */
export async function listProviders(deps: Deps): Promise<MailProviders> {
  const clients = await Promise.all(
    CONSENT_PROVIDERS.map((provider) => readOauthClient(deps, provider).catch(() => null)),
  );
  return {
    data: CONSENT_PROVIDERS.map((provider, i) => ({
      provider,
      name: clients[i]?.name ?? (provider === "custom" ? "Other" : PROVIDER_FACTS[provider].name),
      is_available: clients[i] !== null,
    })),
  };
}
