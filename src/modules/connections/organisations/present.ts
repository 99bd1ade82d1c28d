import type { Deps } from "#platform/ctx/ctx.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import type { OrganisationApp } from "#modules/connections/clients/organisation-app.ts";
import { readOrganisationApp } from "#modules/connections/clients/read-organisation-app.ts";
import type { OrganisationShown } from "#modules/connections/contract/organisations.ts";
import { adminConsentUrl } from "#modules/connections/provider/organisation-grants.ts";
import type { OrganisationProvider } from "#modules/connections/rules/kinds.ts";
import { type Lack, LACK_WORDS, LACKS } from "#modules/connections/rules/lacks.ts";
import { EXCHANGE_APP_SCOPE } from "#modules/connections/rules/providers.ts";
import { redirectUri } from "#modules/connections/rules/names.ts";
import type { OrganisationRow } from "./organisations-store.ts";

/** The install's apps; one whose key can't be opened is none. */
export type Apps = Readonly<Record<OrganisationProvider, OrganisationApp | null>>;

export async function readApps(deps: Deps): Promise<Apps> {
  const [google, microsoft] = await Promise.all([
    readOrganisationApp(deps, "google").catch(() => null),
    readOrganisationApp(deps, "microsoft").catch(() => null),
  ]);
  return { google, microsoft };
}

/** An organisation as admins see it, with what it lacks now. */
export function presentOrganisation(
  deps: Deps,
  row: OrganisationRow,
  apps: Apps,
  counts: { readonly addresses: number; readonly mailboxes: number },
): OrganisationShown {
  const app = apps[row.provider];
  const lacks = lacksOf(row, app, deps.now());
  return {
    id: row.id,
    provider: row.provider,
    name: row.name,
    tenant: row.tenant,
    domains: row.domains,
    admin_email: row.adminEmail,
    state: stateOf(row, lacks),
    lacks: lacks.map((code) => ({ code, message: LACK_WORDS[code] })),
    reason: row.reason,
    proved_at: isoOrNull(row.provedAt),
    checked_at: isoOrNull(row.checkedAt),
    granted_addresses: counts.addresses,
    mailboxes: counts.mailboxes,
    admin_consent_url:
      app?.provider === "microsoft"
        ? adminConsentUrl(app, row.tenant, {
            redirectUri: redirectUri(deps.settings.BASE_URL, "microsoft"),
            scope: EXCHANGE_APP_SCOPE,
            state: null,
          })
        : null,
  };
}

/** What the last test found, and what has come to the install's app since. */
function lacksOf(row: OrganisationRow, app: OrganisationApp | null, now: number): Lack[] {
  if (!app) return ["app_missing"];
  const found = LACKS.filter((lack) => row.lacks.includes(lack) && lack !== "app_missing");
  const isExpired = app.provider === "microsoft" && app.certificateEndsAt <= now;
  if (!isExpired) return found;
  return ["certificate_expired", ...found.filter((lack) => lack !== "certificate_expired")];
}

function stateOf(row: OrganisationRow, lacks: readonly Lack[]): OrganisationShown["state"] {
  // Mailboxes need no list of users.
  if (lacks.some((lack) => lack !== "directory_permission_missing")) return "lacking";
  return row.provedAt === null ? "untested" : "ready";
}
