import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { OrganisationId } from "#platform/rules/ids.ts";
import { readOrganisationApp } from "#modules/connections/clients/read-organisation-app.ts";
import type { OrganisationUsers, UsersQuery } from "#modules/connections/contract/organisations.ts";
import { type DirectoryPage, listDirectory } from "#modules/connections/provider/directory.ts";
import { OrganisationRefused } from "#modules/connections/provider/organisation-trouble.ts";
import { troubleOf } from "#modules/connections/provider/trouble.ts";
import { LACK_WORDS } from "#modules/connections/rules/lacks.ts";
import { findOrganisation } from "./list-organisations.ts";
import { organisationToken } from "./organisation-token.ts";
import { type OrganisationRow, selectHolders } from "./organisations-store.ts";

/**
 * One page of an organisation's users, each with the workspaces that may connect it. Throws
 * `invalid_state` where the list is not allowed, with what to do, and `upstream_unavailable`.
 */
export async function listUsers(
  ctx: CallerCtx,
  id: OrganisationId,
  { q, cursor, limit }: UsersQuery,
): Promise<OrganisationUsers> {
  const row = await findOrganisation(ctx, id);
  const page = await pageOfUsers(ctx, row, { q, cursor: cursor ?? null, limit }).catch(
    (thrown: unknown) => {
      throw failureOf(thrown);
    },
  );
  const holders = Map.groupBy(
    await selectHolders(
      ctx.install,
      id,
      page.users.map(({ email }) => email),
    ),
    ({ email }) => email,
  );
  return {
    data: page.users.map(({ email, name, isSuspended }) => ({
      email,
      name,
      is_suspended: isSuspended,
      workspace_ids: (holders.get(email) ?? []).map(({ workspaceId }) => workspaceId),
    })),
    next_cursor: page.next,
  };
}

/** Throws `OrganisationRefused`, `Unreached`, and what the OAuth library throws. */
export async function pageOfUsers(
  ctx: CallerCtx,
  row: OrganisationRow,
  asked: { readonly q: string; readonly cursor: string | null; readonly limit: number },
): Promise<DirectoryPage> {
  const app = await readOrganisationApp(ctx, row.provider);
  if (!app) throw new OrganisationRefused("app_missing");
  if (row.provider === "google" && row.adminEmail === null) {
    throw new OrganisationRefused("directory_permission_missing");
  }
  const { accessToken } = await organisationToken(
    ctx,
    row,
    row.adminEmail ?? "",
    "directory",
  ).catch((thrown: unknown) => {
    throw ofDirectory(thrown);
  });
  return listDirectory(ctx, row.provider, app.directoryUrl, accessToken, asked);
}

/** Mail may be delegated and the list of users not. */
const ofDirectory = (thrown: unknown): unknown =>
  thrown instanceof OrganisationRefused &&
  ["delegation_missing", "address_unknown"].includes(thrown.lack)
    ? new OrganisationRefused("directory_permission_missing", thrown.cause)
    : thrown;

function failureOf(thrown: unknown): unknown {
  if (thrown instanceof AppError) return thrown;
  if (thrown instanceof OrganisationRefused) {
    return new AppError("invalid_state", LACK_WORDS[thrown.lack], { cause: thrown });
  }
  return new AppError("upstream_unavailable", troubleOf(thrown).words, { cause: thrown });
}
