import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { SsoAdmin, SsoBody } from "#modules/accounts/contract/sso.ts";
import { assertOpenable } from "#modules/accounts/invitations/assert-openable.ts";
import { findUser } from "#modules/accounts/people/store.ts";
import { isGoogle } from "#modules/accounts/rules/sso.ts";
import { SsoOptions } from "#platform/contract/sso.ts";
import { type CallerCtx, type Deps, userIdOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { mayAsk, sealClientSecret } from "#platform/oauth/client.ts";
import { metadataOf, TENANT_TEMPLATE } from "#platform/oauth/metadata.ts";
import { dropOauthClient, saveClient, selectOauthClient } from "#platform/oauth/store.ts";
import { providerTrouble } from "#platform/oauth/trouble.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import {
  environmentSso,
  isProved,
  SSO_CLIENT,
  ssoRedirectUri,
  ssoStartUrl,
} from "#modules/accounts/sso/read-sso.ts";
import { emergencyAccount } from "#modules/accounts/sso/sso-only.ts";
import { countUnlinkedAdmins, forgetStrongSignIns } from "#modules/accounts/sso/store.ts";

/** Single sign-on as admins see it: no secret. */
export async function showSso(deps: Deps): Promise<SsoAdmin> {
  const { install, settings } = deps;
  const environment = environmentSso(settings);
  const row = environment ? null : await selectOauthClient(install, SSO_CLIENT);
  const options = environment ?? (row && SsoOptions.parse(row.options));
  const emergency = await emergencyAccount(deps);
  const account = emergency === null ? null : await findUser(install, emergency);
  const { issuer: _, ...shown } = SsoOptions.partial({ issuer: true }).parse(options ?? {});
  return {
    source: environment ? "environment" : row ? "admin" : null,
    issuer: options?.issuer ?? null,
    client_id: environment?.clientId ?? row?.clientId ?? null,
    has_client_secret: options !== null,
    ...shown,
    redirect_uri: ssoRedirectUri(settings.BASE_URL),
    start_url: ssoStartUrl(settings.BASE_URL),
    proved:
      options !== null &&
      (await isProved(deps, { issuer: options.issuer, since: row?.updatedAt ?? null })),
    only: emergency !== null,
    emergency_account: account && { id: account.id, name: account.name, email: account.email },
    unlinked_admins: options ? await countUnlinkedAdmins(install, options.issuer, emergency) : 0,
    updated_at: isoOrNull(row?.updatedAt ?? null),
  };
}

/**
 * Keeps how people sign in, its secret sealed. Throws `invalid_state` where the environment says it,
 * and `validation_failed` for an issuer that cannot be read and for rules that fit nobody or anybody.
 */
export async function saveSso(ctx: CallerCtx, body: SsoBody): Promise<SsoAdmin> {
  const { client_id, client_secret, ...options } = body;
  assertOwn(ctx);
  assertRules(body);
  await assertOpenable(
    ctx,
    body.roles.map(({ role, workspaces }, i) => ({
      path: `roles.${i}.workspaces`,
      role,
      workspaces: workspaces ?? [],
    })),
  );
  const issuer = await readIssuer(ctx, body.issuer);
  const before = await selectOauthClient(ctx.install, SSO_CLIENT);
  if (client_secret === undefined && !before) {
    throw invalidField("client_secret", "required", "Enter the client's secret.");
  }
  await runBatch(ctx.install, [
    auditStatement(ctx, {
      action: "sso.changed",
      details: {
        issuer,
        domains: body.domains,
        create_people: body.create_people,
        roles: body.roles.length,
        mfa_values: body.mfa_values,
        secret: client_secret !== undefined,
      },
    }),
    saveClient(ctx.install, {
      name: SSO_CLIENT,
      clientId: client_id,
      secret:
        client_secret === undefined
          ? (before?.secret ?? "")
          : await sealClientSecret(ctx, SSO_CLIENT, client_secret),
      options: { ...options, issuer },
      updatedBy: userIdOf(ctx.caller),
      updatedAt: ctx.now(),
    }),
    forgetStrongSignIns(ctx.install),
  ]);
  return showSso(ctx);
}

/** Forgets it. Throws `invalid_state` where the environment sets it, and while it is the only way in. */
export async function deleteSso(ctx: CallerCtx): Promise<void> {
  assertOwn(ctx);
  if ((await emergencyAccount(ctx)) !== null) {
    throw new AppError("invalid_state", "It is the only way in. Allow passwords again first.");
  }
  await runBatch(ctx.install, [
    auditStatement(ctx, { action: "sso.deleted" }),
    dropOauthClient(ctx.install, SSO_CLIENT),
    forgetStrongSignIns(ctx.install),
  ]);
}

function assertOwn({ settings }: CallerCtx): void {
  if (environmentSso(settings) === null) return;
  throw new AppError(
    "invalid_state",
    "Environment variables set up single sign-on. Change them where the server starts.",
  );
}

function assertRules({ issuer, domains, create_people, role_claim, roles }: SsoBody): void {
  const missing = (path: string, message: string) => invalidField(path, "required", message);
  if (roles.length > 0 && role_claim === null) {
    throw missing("role_claim", "Enter the claim whose values the rows are about.");
  }
  if (role_claim !== null && roles.length === 0) {
    throw missing("roles", "Add a row for a value of this claim, or leave the claim empty.");
  }
  if (domains.length > 0) return;
  if (isGoogle(issuer)) {
    throw missing(
      "domains",
      "Enter your Google Workspace domains: anybody can have a Google account.",
    );
  }
  if (create_people && roles.length === 0) {
    throw missing("domains", "Enter whose addresses may get an account, or rows for a claim.");
  }
}

/** The issuer as the provider writes it. Throws `validation_failed` where it is none that can be read. */
async function readIssuer(ctx: CallerCtx, issuer: string): Promise<string> {
  if (!mayAsk(ctx.settings, issuer)) {
    throw invalidField("issuer", "not_https", "The issuer has to be an https address.");
  }
  const metadata = await metadataOf(ctx, issuer).catch((cause: unknown) => {
    const { words } = providerTrouble(cause);
    const message = `There is no OpenID provider at this address. ${words}`;
    throw new AppError("validation_failed", message, {
      cause,
      errors: [{ path: "issuer", code: "unreadable", message }],
    });
  });
  if (metadata.issuer.includes(TENANT_TEMPLATE)) {
    const message = "Enter the address of your own tenant: anybody can have one at this address.";
    throw invalidField("issuer", "any_tenant", message);
  }
  return metadata.issuer;
}
