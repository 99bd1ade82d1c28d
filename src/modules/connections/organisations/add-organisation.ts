import { generateRandomState } from "oauth4webapi";
import { type CallerCtx, databasesOf, userIdOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { OrganisationId } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { readMicrosoftApp } from "#modules/connections/clients/read-organisation-app.ts";
import { clientMissing, keepFlow } from "#modules/connections/consent/start-consent.ts";
import type {
  AddedOrganisation,
  OrganisationBody,
} from "#modules/connections/contract/organisations.ts";
import { adminConsentUrl } from "#modules/connections/provider/organisation-grants.ts";
import { EXCHANGE_APP_SCOPE } from "#modules/connections/rules/providers.ts";
import { redirectUri } from "#modules/connections/rules/names.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { findOrganisation, showOrganisation } from "./list-organisations.ts";
import { dropTokens } from "./organisation-grants-store.ts";
import {
  addOrganisation,
  deleteOrganisationRows,
  type NewOrganisation,
} from "./organisations-store.ts";

/**
 * Adds a domain of Google, a tenant of Microsoft, or begins an admin's consent for a tenant that is
 * not known yet. Nothing of it is proved until a test succeeds. Throws `validation_failed`,
 * `conflict` for a tenant that is there, and `oauth_client_missing`.
 */
export async function startOrganisation(
  ctx: CallerCtx,
  body: OrganisationBody,
): Promise<AddedOrganisation> {
  if (body.provider === "microsoft" && body.tenant === undefined) return beginAdminConsent(ctx);
  const added = await keepOrganisation(ctx, valuesOf(ctx, body));
  if (!added.isNew) {
    throw new AppError("conflict", `This organisation is there already: ${added.row.name}.`);
  }
  const organisation = await showOrganisation(ctx, added.row);
  return { organisation, admin_consent_url: organisation.admin_consent_url, expires_at: null };
}

function valuesOf(ctx: CallerCtx, body: OrganisationBody): NewOrganisation {
  if (body.provider === "microsoft") return tenantValues(ctx, body.tenant ?? "", body.name);
  const [primary = ""] = body.domains;
  if (body.admin_email !== undefined && !body.domains.includes(domainOf(body.admin_email))) {
    throw invalidField("admin_email", "other_domain", "Enter an admin's address in these domains.");
  }
  return {
    provider: "google",
    name: body.name ?? primary,
    tenant: primary,
    domains: [...new Set(body.domains)],
    adminEmail: body.admin_email ?? null,
    ...stampsOf(ctx),
  };
}

/** A tenant that an admin named, or that came back with a consent: neither proves anything. */
export const tenantValues = (ctx: CallerCtx, tenant: string, name?: string): NewOrganisation => ({
  provider: "microsoft",
  name: name ?? tenant,
  tenant,
  ...stampsOf(ctx),
});

const stampsOf = (ctx: CallerCtx) => ({
  createdBy: userIdOf(ctx.caller),
  createdAt: ctx.now(),
  updatedAt: ctx.now(),
});

/** Stores it where it is new, with its line in the audit log. */
export async function keepOrganisation(ctx: CallerCtx, values: NewOrganisation) {
  const added = await addOrganisation(ctx.install, values);
  if (added.isNew) {
    await runBatch(ctx.install, [
      auditStatement(ctx, {
        action: "organisation.added",
        target: { type: "organisation", id: added.row.id },
        details: { name: added.row.name },
      }),
    ]);
  }
  return added;
}

async function beginAdminConsent(ctx: CallerCtx): Promise<AddedOrganisation> {
  const app = await readMicrosoftApp(ctx);
  if (!app) throw clientMissing(ctx.settings.BASE_URL);
  const state = generateRandomState();
  const expiresAt = await keepFlow(ctx, {
    state,
    provider: "microsoft",
    purpose: "organisation",
    workspaceId: null,
    mailbox: null,
    road: "smtp",
    verifier: "",
    nonce: "",
  });
  const url = adminConsentUrl(app, null, {
    redirectUri: redirectUri(ctx.settings.BASE_URL, "microsoft"),
    scope: EXCHANGE_APP_SCOPE,
    state,
  });
  return { organisation: null, admin_consent_url: url, expires_at: iso(expiresAt) };
}

/** Forgets an organisation: its mailboxes' next log-in finds that they are not granted any more. */
export async function deleteOrganisation(ctx: CallerCtx, id: OrganisationId): Promise<void> {
  const { name } = await findOrganisation(ctx, id);
  await runBatch(ctx.install, [
    auditStatement(ctx, {
      action: "record.deleted",
      target: { type: "organisation", id },
      details: { name },
    }),
    ...deleteOrganisationRows(ctx.install, id),
  ]);
  for (const db of await databasesOf(ctx)) await dropTokens(db, id, null);
}
