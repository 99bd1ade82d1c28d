import { z } from "zod";
import { type MemberCtx, userIdOf } from "#platform/ctx/ctx.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { organisationServers } from "#modules/connections/clients/read-organisation-app.ts";
import type {
  ConnectedOrganisation,
  ConnectOrganisationBody,
  WorkspaceAddresses,
} from "#modules/connections/contract/organisations.ts";
import { grantedMailbox, mailboxGranted } from "#modules/connections/hooks.ts";
import {
  deleteGrant,
  insertGrant,
  replaceGrant,
} from "#modules/connections/tokens/grants-store.ts";
import { mailScopes } from "./organisation-token.ts";
import { selectConnected } from "./organisation-grants-store.ts";
import {
  type OrganisationRow,
  selectGrantedAddresses,
  selectHolders,
  selectOrganisation,
} from "./organisations-store.ts";

const ADDRESSES_A_PAGE = 200;
const Place = z.tuple([z.string(), z.number()]);

/** The addresses that this workspace may connect, and how those stand that it has connected. */
export async function listAddresses(
  ctx: MemberCtx,
  cursor: string | undefined,
): Promise<WorkspaceAddresses> {
  const after = JSON.stringify(placeOf(cursor));
  const rows = await selectGrantedAddresses(ctx.install, ctx.workspaceId, after, ADDRESSES_A_PAGE);
  const ids = [...new Set(rows.map(({ organisationId }) => organisationId))];
  const connected = await selectConnected(ctx.db, ctx.workspaceId, ids);
  const last = rows.length < ADDRESSES_A_PAGE ? undefined : rows.at(-1);
  return {
    data: rows.map(({ organisationId, email, name, provider }) => ({
      organisation_id: organisationId,
      organisation: name,
      provider,
      email,
      state:
        connected.find((one) => one.organisationId === organisationId && one.account === email)
          ?.state ?? null,
    })),
    next_cursor: last
      ? Buffer.from(JSON.stringify([last.email, last.organisationId])).toString("base64url")
      : null,
  };
}

function placeOf(cursor: string | undefined): z.output<typeof Place> {
  if (cursor === undefined) return ["", 0];
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    throw new AppError("malformed_request", "The cursor is not one of this list.");
  }
}

/**
 * Connects mailboxes by their organisation, new ones or those that the workspace has, with a result
 * for each. Throws `not_found` where the workspace was granted none of the addresses: whether there
 * is such an organisation is none of its business.
 */
export async function connectAddresses(
  ctx: MemberCtx,
  { organisation_id, emails }: ConnectOrganisationBody,
): Promise<ConnectedOrganisation> {
  const [organisation, holders] = await Promise.all([
    selectOrganisation(ctx.install, organisation_id),
    selectHolders(ctx.install, organisation_id, emails),
  ]);
  const granted = new Set(
    holders.filter((one) => one.workspaceId === ctx.workspaceId).map(({ email }) => email),
  );
  if (!organisation || granted.size === 0) throw notFound("organisation");
  const data: ConnectedOrganisation["data"] = [];
  for (const email of emails) {
    data.push(
      granted.has(email)
        ? await connected(ctx, organisation, email)
        : failed(email, notFound("granted address")),
    );
  }
  return { data };
}

async function connected(ctx: MemberCtx, organisation: OrganisationRow, email: string) {
  try {
    const mailbox_id = await connectOne(ctx, organisation, email);
    return { email, mailbox_id, problem: null };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return failed(email, thrown);
  }
}

const failed = (email: string, { code, message }: AppError) => ({
  email,
  mailbox_id: null,
  problem: { code, message },
});

/** The row holds no secret: the install's app signs in for it. */
async function connectOne(
  ctx: MemberCtx,
  { id, provider }: OrganisationRow,
  email: string,
): Promise<MailboxId> {
  const now = ctx.now();
  const values = {
    kind: "organisation" as const,
    provider,
    account: email,
    subject: "",
    organisationId: id,
    scopes: mailScopes(provider),
    refreshToken: null,
    accessToken: null,
    accessUntil: null,
    accessRenewAt: null,
    apiToken: null,
    apiUntil: null,
    apiRenewAt: null,
    grantedBy: userIdOf(ctx.caller),
    grantedAt: now,
    updatedAt: now,
  };
  const mailbox = await ctx.hooks.one(grantedMailbox)(ctx, { email });
  const kept = mailbox?.grantId ?? null;
  const isReplaced = kept !== null && (await replaceGrant(ctx.db, ctx.workspaceId, kept, values));
  const grantId = isReplaced
    ? kept
    : (await insertGrant(ctx.db, { ...values, workspaceId: ctx.workspaceId, createdAt: now })).id;
  try {
    return await ctx.hooks.one(mailboxGranted)(
      ctx,
      grantId,
      { provider, email, ...organisationServers(ctx.settings, provider) },
      mailbox?.id ?? null,
    );
  } catch (cause) {
    if (!isReplaced) await deleteGrant(ctx.db, ctx.workspaceId, grantId);
    throw cause;
  }
}
