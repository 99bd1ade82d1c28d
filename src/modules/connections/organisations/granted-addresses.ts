import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { OrganisationId } from "#platform/rules/ids.ts";
import { organisationServers } from "#modules/connections/clients/read-organisation-app.ts";
import type { OrganisationProvider } from "#modules/connections/rules/kinds.ts";
import type { MailServer } from "#modules/connections/rules/providers.ts";
import { mailScopes } from "./organisation-token.ts";
import { selectGrantsOf } from "./organisations-store.ts";

/** How an address signs in by its organisation. */
export type GrantedAddress = {
  readonly organisationId: OrganisationId;
  readonly provider: OrganisationProvider;
  readonly scopes: readonly string[];
  readonly smtp: MailServer;
  readonly imap: MailServer;
};

export type AddressOf = { readonly organisationId: number; readonly email: string };

/**
 * How these addresses sign in, in their order; null for one that was not granted to the workspace.
 * Whether there is such an organisation is none of its business.
 */
export async function grantedAddresses(
  ctx: Pick<WorkspaceCtx, "install" | "settings" | "workspaceId">,
  asked: readonly AddressOf[],
): Promise<(GrantedAddress | null)[]> {
  if (asked.length === 0) return [];
  const rows = await selectGrantsOf(ctx.install, ctx.workspaceId, asked);
  const granted = new Map(rows.map((row) => [`${row.organisationId} ${row.email}`, row]));
  return asked.map(({ organisationId, email }) => {
    const row = granted.get(`${organisationId} ${email}`);
    if (!row) return null;
    const { provider } = row;
    return {
      organisationId: row.organisationId,
      provider,
      scopes: mailScopes(provider),
      ...organisationServers(ctx.settings, provider),
    };
  });
}
