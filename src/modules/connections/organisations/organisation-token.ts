import type { Deps } from "#platform/ctx/ctx.ts";
import type { OrganisationProvider } from "#modules/connections/rules/kinds.ts";
import {
  EXCHANGE_APP_ROLES,
  EXCHANGE_APP_SCOPE,
  GOOGLE_DIRECTORY_SCOPE,
  GMAIL,
} from "#modules/connections/rules/providers.ts";
import {
  readGoogleApp,
  readMicrosoftApp,
} from "#modules/connections/clients/read-organisation-app.ts";
import type { Tokens } from "#modules/connections/provider/grants.ts";
import {
  applicationToken,
  delegatedToken,
} from "#modules/connections/provider/organisation-grants.ts";
import { OrganisationRefused } from "#modules/connections/provider/organisation-trouble.ts";
import type { OrganisationRow } from "./organisations-store.ts";

type Reach = Pick<Deps, "install" | "settings" | "vault" | "egress" | "now">;

/** What a token is for: a mailbox's SMTP and IMAP, the provider's API for it, or the list of users. */
export type Use = "mail" | "api" | "directory";

/**
 * A token for one address of an organisation. Throws `OrganisationRefused` with what is missing,
 * what the OAuth library throws, and `Unreached`.
 */
export async function organisationToken(
  deps: Reach,
  organisation: Pick<OrganisationRow, "provider" | "tenant" | "provedAt">,
  email: string,
  use: Use,
): Promise<Tokens> {
  return organisation.provider === "google"
    ? await googleToken(deps, organisation, email, use)
    : await microsoftToken(deps, organisation, use);
}

type Proof = Pick<OrganisationRow, "provedAt" | "tenant">;

async function googleToken(deps: Reach, { provedAt }: Proof, email: string, use: Use) {
  const app = await readGoogleApp(deps);
  if (!app) throw new OrganisationRefused("app_missing");
  const scope = use === "directory" ? GOOGLE_DIRECTORY_SCOPE : GMAIL;
  return delegatedToken(deps, app, email, scope).catch((thrown: unknown) => {
    throw ofAnotherClient(thrown, provedAt, app.since);
  });
}

async function microsoftToken(deps: Reach, { provedAt, tenant }: Proof, use: Use) {
  const app = await readMicrosoftApp(deps);
  if (!app) throw new OrganisationRefused("app_missing");
  const graph = `${app.directoryUrl.replace(/\/$/, "")}/.default`;
  const [scope, needs] = {
    mail: [EXCHANGE_APP_SCOPE, EXCHANGE_APP_ROLES] as const,
    // What the app may do there, Graph says for each mailbox by itself.
    api: [graph, []] as const,
    directory: [graph, []] as const,
  }[use];
  return applicationToken(deps, app, tenant, scope, needs).catch((thrown: unknown) => {
    throw ofAnotherClient(thrown, provedAt, app.since);
  });
}

/**
 * An organisation that let in another client than the install has now has withdrawn nothing: it is
 * the install's app that changed.
 */
function ofAnotherClient(thrown: unknown, provedAt: number | null, since: number): unknown {
  const isOlder = provedAt !== null && provedAt < since;
  return isOlder && thrown instanceof OrganisationRefused && thrown.lack !== "address_unknown"
    ? new OrganisationRefused("app_refused", thrown.cause)
    : thrown;
}

/** The scopes that a mailbox of such an organisation is opened with. */
export const mailScopes = (provider: OrganisationProvider): string[] => [
  provider === "google" ? GMAIL : EXCHANGE_APP_SCOPE,
];
