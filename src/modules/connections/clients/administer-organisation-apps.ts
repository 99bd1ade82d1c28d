import { type CallerCtx, type Deps } from "#platform/ctx/ctx.ts";
import { userIdOf } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { runBatch } from "#platform/db/db.ts";
import { invalidField } from "#platform/rules/errors.ts";
import { isLoopback } from "#platform/rules/net/address-class.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type {
  GoogleAppBody,
  MicrosoftAppBody,
  OrganisationAppShown,
} from "#modules/connections/contract/organisation-apps.ts";
import type { OrganisationProvider } from "#modules/connections/rules/kinds.ts";
import {
  EXCHANGE_APP_ROLES,
  GOOGLE_DIRECTORY_SCOPE,
  GMAIL,
} from "#modules/connections/rules/providers.ts";
import { redirectUri } from "#modules/connections/rules/names.ts";
import {
  type ClientRow,
  dropOauthClient,
  saveClient,
  selectOauthClient,
} from "#platform/oauth/store.ts";
import { sealClientSecret } from "#platform/oauth/client.ts";
import { readCertificate, readServiceAccount } from "./organisation-keys.ts";
import { APP_NAMES, GoogleAppOptions, MicrosoftAppOptions } from "./organisation-options.ts";

/** The install's app for organisations, as admins see it: no key. */
export async function showOrganisationApp(
  deps: Deps,
  provider: OrganisationProvider,
): Promise<OrganisationAppShown> {
  const row = await selectOauthClient(deps.install, APP_NAMES[provider]);
  const shared = {
    provider,
    is_set_up: row !== null,
    client_id: row?.clientId ?? null,
    updated_at: isoOrNull(row?.updatedAt ?? null),
  };
  if (provider === "google") {
    const options = row && GoogleAppOptions.parse(row.options);
    return {
      ...shared,
      client_email: options?.client_email ?? null,
      key_id: options?.key_id ?? null,
      scopes: [GMAIL, GOOGLE_DIRECTORY_SCOPE],
      redirect_uri: null,
      thumbprint: null,
      certificate_ends_at: null,
      is_expired: false,
    };
  }
  const options = row && MicrosoftAppOptions.parse(row.options);
  return {
    ...shared,
    client_email: null,
    key_id: null,
    scopes: [...EXCHANGE_APP_ROLES, "User.Read.All"],
    redirect_uri: redirectUri(deps.settings.BASE_URL, provider),
    thumbprint: options?.thumbprint ?? null,
    certificate_ends_at: options && iso(options.certificate_ends_at),
    is_expired: options !== null && options.certificate_ends_at <= deps.now(),
  };
}

/** Keeps a service account, its key sealed. Throws `validation_failed` for a file that is none. */
export async function saveGoogleApp(
  ctx: CallerCtx,
  { key_file, ...urls }: GoogleAppBody,
): Promise<OrganisationAppShown> {
  assertReachable(ctx, urls);
  const file = await readServiceAccount(key_file);
  return keep(ctx, "google", file.client_id, file.private_key, {
    ...urls,
    client_email: file.client_email,
    key_id: file.private_key_id,
  });
}

/** Keeps an app and its certificate, the key sealed. Throws `validation_failed` where they do not fit. */
export async function saveMicrosoftApp(
  ctx: CallerCtx,
  { client_id, certificate, private_key, ...urls }: MicrosoftAppBody,
): Promise<OrganisationAppShown> {
  assertReachable(ctx, urls);
  const read = await readCertificate(certificate, private_key, ctx.now());
  return keep(ctx, "microsoft", client_id, private_key, {
    ...urls,
    thumbprint: read.thumbprint,
    certificate_ends_at: read.endsAt,
  });
}

/** Forgets an app. Mailboxes of its organisations get no tokens then; they stay as they are. */
export async function deleteOrganisationApp(
  ctx: CallerCtx,
  provider: OrganisationProvider,
): Promise<void> {
  await runBatch(ctx.install, [
    auditStatement(ctx, {
      action: "oauth_client.deleted",
      target: { type: "oauth_client", id: APP_NAMES[provider] },
    }),
    dropOauthClient(ctx.install, APP_NAMES[provider]),
  ]);
}

async function keep(
  ctx: CallerCtx,
  provider: OrganisationProvider,
  clientId: string,
  key: string,
  options: ClientRow["options"],
): Promise<OrganisationAppShown> {
  const name = APP_NAMES[provider];
  const before = await selectOauthClient(ctx.install, name);
  // A new key is no new client: what organisations granted to it stands.
  const since = before?.clientId === clientId ? before.options["since"] : ctx.now();
  await runBatch(ctx.install, [
    auditStatement(ctx, {
      action: "oauth_client.changed",
      target: { type: "oauth_client", id: name },
    }),
    saveClient(ctx.install, {
      name,
      clientId,
      secret: await sealClientSecret(ctx, name, key),
      options: { ...options, since },
      updatedBy: userIdOf(ctx.caller),
      updatedAt: ctx.now(),
    }),
  ]);
  return showOrganisationApp(ctx, provider);
}

function assertReachable(ctx: CallerCtx, urls: Readonly<Record<string, string | undefined>>): void {
  for (const [field, url] of Object.entries(urls)) {
    if (url === undefined) continue;
    const { protocol, hostname } = new URL(url);
    const isHere = isLoopback(hostname) && allowsPrivateNetworks(ctx.settings);
    if (protocol !== "https:" && !isHere) {
      throw invalidField(field, "not_https", "This has to be an https address.");
    }
  }
}
