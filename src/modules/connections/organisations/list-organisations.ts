import { databasesOf, type Deps } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { OrganisationId } from "#platform/rules/ids.ts";
import type { OrganisationShown } from "#modules/connections/contract/organisations.ts";
import { countGrants } from "./organisation-grants-store.ts";
import {
  countAddresses,
  type OrganisationRow,
  selectOrganisation,
  selectOrganisations,
} from "./organisations-store.ts";
import { presentOrganisation, readApps } from "./present.ts";

/** All tenants and domains, with what each lacks. */
export async function listOrganisations(deps: Deps): Promise<readonly OrganisationShown[]> {
  return show(deps, await selectOrganisations(deps.install));
}

export async function showOrganisation(
  deps: Deps,
  row: OrganisationRow,
): Promise<OrganisationShown> {
  const [shown] = await show(deps, [row]);
  if (!shown) throw new Error("an organisation was not shown");
  return shown;
}

/** Throws `not_found`. */
export async function findOrganisation(deps: Deps, id: OrganisationId): Promise<OrganisationRow> {
  const row = await selectOrganisation(deps.install, id);
  if (!row) throw new AppError("not_found", "There is no such organisation.");
  return row;
}

async function show(deps: Deps, rows: readonly OrganisationRow[]): Promise<OrganisationShown[]> {
  const [apps, addresses, ...mailboxes] = await Promise.all([
    readApps(deps),
    countAddresses(deps.install),
    ...(await databasesOf(deps)).map((db) => countGrants(db)),
  ]);
  const granted = new Map(addresses.map(({ organisationId, n }) => [organisationId, n]));
  const connected = new Map<OrganisationId | null, number>();
  for (const { organisationId, n } of mailboxes.flat()) {
    connected.set(organisationId, (connected.get(organisationId) ?? 0) + n);
  }
  return rows.map((row) =>
    presentOrganisation(deps, row, apps, {
      addresses: granted.get(row.id) ?? 0,
      mailboxes: connected.get(row.id) ?? 0,
    }),
  );
}
