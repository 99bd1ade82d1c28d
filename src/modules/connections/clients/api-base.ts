import type { Deps } from "#platform/ctx/ctx.ts";
import { GMAIL_API, MICROSOFT_GRAPH } from "#modules/connections/rules/providers.ts";
import type { OrganisationProvider } from "#modules/connections/rules/kinds.ts";
import { checkedIssuer } from "./read-client.ts";
import { readMicrosoftApp } from "./read-organisation-app.ts";

type Reach = Pick<Deps, "install" | "settings" | "vault">;

/**
 * Where a provider's API is asked to send, without a slash at the end. The app of Microsoft's
 * organisations may name another Graph, as in national clouds.
 */
export async function apiBaseOf(
  deps: Reach,
  provider: OrganisationProvider,
  kind: "oauth" | "organisation",
): Promise<string> {
  const { settings } = deps;
  if (provider === "google") return base(settings, settings.OAUTH_GOOGLE_API ?? GMAIL_API);
  const own = kind === "organisation" ? (await readMicrosoftApp(deps))?.directoryUrl : undefined;
  return base(settings, own ?? settings.OAUTH_MICROSOFT_API ?? MICROSOFT_GRAPH);
}

const base = (settings: Reach["settings"], url: string): string =>
  checkedIssuer(settings, url).replace(/\/$/, "");
