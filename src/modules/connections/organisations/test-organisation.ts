import { type CallerCtx, databasesOf } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { OrganisationId } from "#platform/rules/ids.ts";
import { organisationServers } from "#modules/connections/clients/read-organisation-app.ts";
import type { OrganisationTest } from "#modules/connections/contract/organisations.ts";
import { OrganisationRefused } from "#modules/connections/provider/organisation-trouble.ts";
import { troubleOf } from "#modules/connections/provider/trouble.ts";
import { grantName } from "#modules/connections/rules/names.ts";
import { type Lack, LACK_WORDS } from "#modules/connections/rules/lacks.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { findOrganisation, showOrganisation } from "./list-organisations.ts";
import { pageOfUsers } from "./list-users.ts";
import { organisationToken } from "./organisation-token.ts";
import { selectOneGrant } from "./organisation-grants-store.ts";
import { keepTested, type OrganisationRow } from "./organisations-store.ts";

type Found = { readonly lack: Lack; readonly words: string };

/**
 * Asks for a token for an address, which alone proves that an organisation is open, and where a
 * mailbox is connected with it, logs in as well. Keeps the result, but for an unknown address. Throws `upstream_unavailable`
 * where the provider is away, and keeps nothing then.
 */
export async function testOrganisation(
  ctx: CallerCtx,
  id: OrganisationId,
  email: string,
): Promise<OrganisationTest> {
  const row = await findOrganisation(ctx, id);
  assertOfOrganisation(row, email, "email");
  const refused =
    (await refusalOf(() => organisationToken(ctx, row, email, "mail"))) ??
    (await refusedLogIn(ctx, row, email));
  const unlisted = refused ? null : await refusalOf(() => pageOfUsers(ctx, row, FIRST_USER));
  const now = ctx.now();
  const lacks = [refused, unlisted].flatMap((found) => (found ? [found.lack] : []));
  const reason = refused?.words ?? unlisted?.words ?? null;
  const kept =
    refused?.lack === "address_unknown"
      ? row
      : await keepTested(ctx.install, id, {
          provedAt: refused ? row.provedAt : now,
          checkedAt: now,
          lacks,
          reason,
          domains: refused ? row.domains : [...new Set([...row.domains, domainOf(email)])],
          updatedAt: now,
        });
  if (!kept) throw new AppError("not_found", "There is no such organisation.");
  return {
    ok: refused === null,
    lacks: lacks.map((code) => ({ code, message: LACK_WORDS[code] })),
    reason,
    organisation: await showOrganisation(ctx, kept),
  };
}

const FIRST_USER = { q: "", cursor: null, limit: 1 };

/** One service account serves many domains, so an address has to be in those of its organisation. */
export function assertOfOrganisation(row: OrganisationRow, email: string, field: string): void {
  if (isOfOrganisation(row, email)) return;
  throw invalidField(field, "other_domain", `${email} is in none of this organisation's domains.`);
}

/** A token of Microsoft opens mailboxes of its own tenant alone; Google goes by the address. */
export const isOfOrganisation = (row: OrganisationRow, email: string): boolean =>
  row.provider === "microsoft" || row.domains.includes(domainOf(email));

/** What is missing, where that is why there was no answer. Throws when it may pass. */
async function refusalOf(ask: () => Promise<unknown>): Promise<Found | null> {
  try {
    await ask();
    return null;
  } catch (thrown) {
    if (thrown instanceof OrganisationRefused) {
      return { lack: thrown.lack, words: troubleOf(thrown).words };
    }
    if (thrown instanceof AppError) throw thrown;
    throw new AppError("upstream_unavailable", troubleOf(thrown).words, { cause: thrown });
  }
}

/** The mail server's word on an address that some workspace has connected. */
async function refusedLogIn(
  ctx: CallerCtx,
  row: OrganisationRow,
  email: string,
): Promise<Found | null> {
  for (const db of await databasesOf(ctx)) {
    const grant = await selectOneGrant(db, row.id, email);
    if (!grant) continue;
    const log = { username: email, password: "" };
    const { smtp, imap } = organisationServers(ctx.settings, row.provider);
    const oauth = {
      grant: grantName(grant.workspaceId, grant.id),
      generation: grant.generation,
    };
    const tested = await ctx.mail.test({
      smtp: { ...smtp, ...log, oauth },
      imap: { ...imap, ...log, oauth },
      allow_private: allowsPrivateNetworks(ctx.settings),
    });
    const failed = [tested.imap, tested.smtp].find((one) => one?.error_code === "auth_failed");
    return failed
      ? { lack: "mailbox_permission_missing", words: failed.message ?? "The log-in was refused." }
      : null;
  }
  return null;
}
