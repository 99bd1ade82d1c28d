import type { CallerCtx, Deps } from "#platform/ctx/ctx.ts";
import { mayAsk, sealClientSecret } from "#platform/oauth/client.ts";
import { runBatch } from "#platform/db/db.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { OauthClientBody, OauthClientShown } from "#modules/connections/contract/clients.ts";
import { type Provider, CONSENT_PROVIDERS } from "#modules/connections/rules/kinds.ts";
import { redirectUri } from "#modules/connections/rules/names.ts";
import { invalidField } from "#platform/rules/errors.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import {
  dropOauthClient,
  saveClient,
  selectOauthClient,
  selectOauthClients,
} from "#platform/oauth/store.ts";
import { ClientOptions } from "./options.ts";
import { environmentClient } from "./read-client.ts";

/** The install's clients, as admins see them: no secret. */
export async function listOauthClients(deps: Deps): Promise<readonly OauthClientShown[]> {
  const rows = new Map((await selectOauthClients(deps.install)).map((row) => [row.name, row]));
  return CONSENT_PROVIDERS.map((provider) => {
    const row = rows.get(provider);
    const environment = environmentClient(deps.settings, provider);
    const options: ClientOptions = environment ?? ClientOptions.parse(row?.options ?? {});
    return {
      provider,
      source: environment ? "environment" : row ? "admin" : null,
      client_id: environment?.clientId ?? row?.clientId ?? null,
      has_client_secret: environment !== null || row !== undefined,
      name: options.name ?? null,
      tenant: options.tenant ?? null,
      issuer: options.issuer ?? null,
      scopes: options.scopes ?? null,
      smtp: options.smtp ?? null,
      imap: options.imap ?? null,
      redirect_uri: redirectUri(deps.settings.BASE_URL, provider),
      updated_at: isoOrNull(row?.updatedAt ?? null),
    };
  });
}

/**
 * Keeps a client, its secret sealed. Throws `validation_failed` for an issuer that is not https (but
 * on this machine), and where something is missing that nobody else knows.
 */
export async function saveOauthClient(
  ctx: CallerCtx,
  provider: Provider,
  { client_id, client_secret, ...options }: OauthClientBody,
): Promise<OauthClientShown> {
  assertComplete(ctx, provider, options);
  const before = await selectOauthClient(ctx.install, provider);
  if (client_secret === undefined && !before) {
    throw invalidField("client_secret", "required", "Enter the client's secret.");
  }
  const secret =
    client_secret === undefined
      ? (before?.secret ?? "")
      : await sealClientSecret(ctx, provider, client_secret);
  await runBatch(ctx.install, [
    auditStatement(ctx, {
      action: "oauth_client.changed",
      target: { type: "oauth_client", id: provider },
    }),
    saveClient(ctx.install, {
      name: provider,
      clientId: client_id,
      secret,
      options,
      updatedBy: ctx.caller.byKey ? null : ctx.caller.userId,
      updatedAt: ctx.now(),
    }),
  ]);
  const shown = (await listOauthClients(ctx)).find((one) => one.provider === provider);
  if (!shown) throw new Error("a client was not shown");
  return shown;
}

/** Forgets a client. Its mailboxes can't renew their tokens then. */
export async function deleteOauthClient(ctx: CallerCtx, provider: Provider): Promise<void> {
  await runBatch(ctx.install, [
    auditStatement(ctx, {
      action: "oauth_client.deleted",
      target: { type: "oauth_client", id: provider },
    }),
    dropOauthClient(ctx.install, provider),
  ]);
}

function assertComplete(ctx: CallerCtx, provider: Provider, options: ClientOptions): void {
  if (provider === "custom" && options.issuer === undefined) {
    throw invalidField("issuer", "required", "Enter the provider's OpenID issuer.");
  }
  if (provider === "custom" && options.smtp === undefined) {
    throw invalidField("smtp", "required", "Enter the server that its mailboxes send by.");
  }
  if (options.issuer !== undefined && !mayAsk(ctx.settings, options.issuer)) {
    throw invalidField("issuer", "not_https", "The issuer has to be an https address.");
  }
}
