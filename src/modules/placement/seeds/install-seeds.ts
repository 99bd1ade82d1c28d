import type {
  CreateInstallSeedAnswer,
  CreateInstallSeedBody,
  InstallSeed,
  ShareSeedBody,
} from "#modules/placement/contract/seeds.ts";
import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import { type CallerCtx, type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import type { InstallStatement } from "#platform/db/db.ts";
import { AppError, invalidField, notFound } from "#platform/rules/errors.ts";
import type { InstallSeedId } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import type { Connection, ImapTestResult } from "#platform/wire/companion.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { entryTo } from "#modules/accounts/workspaces/entry-to.ts";
import { openReader } from "#modules/mailboxes/connections/open-reader.ts";
import { refuseMailHost } from "#modules/mailboxes/rules/mail-host.ts";
import { selectSenderRows } from "#modules/placement/tests/sender-store.ts";
import { seedProvider } from "#modules/placement/rules/seed-provider.ts";
import type { z } from "zod";
import { SEED_PLACE } from "./find-seeds.ts";
import {
  countInstallSeeds,
  deleteInstallSeed,
  insertInstallSeed,
  type InstallSeedRow,
  MAX_INSTALL_SEEDS,
  selectInstallSeedPage,
} from "./install-seed-store.ts";

const present = (row: InstallSeedRow): InstallSeed => ({
  id: row.id,
  email: row.email,
  provider: row.provider,
  imap_host: row.imapHost,
  imap_port: row.imapPort,
  imap_username: row.imapUsername,
  workspace_id: row.homeWorkspace,
  mailbox_id: row.homeMailbox,
  created_at: iso(row.createdAt),
});

/** The seeds of the installation, newest first. */
export async function listInstallSeeds({ install }: Deps, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const [rows, total] = await Promise.all([
    selectInstallSeedPage(install, { before, ...page }),
    countInstallSeeds(install),
  ]);
  return {
    data: rows.slice(0, query.limit).map(present),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}

/**
 * Connects a mailbox for test emails alone: it is only read. Throws `validation_failed` for a host
 * that may not be dialled and for a log-in that failed, `conflict` for an address that is a seed,
 * `upstream_*` where the mail service is away.
 */
export async function addInstallSeed(
  ctx: CallerCtx,
  body: CreateInstallSeedBody,
): Promise<z.output<typeof CreateInstallSeedAnswer>> {
  const { email, imap_host: host, imap_port: port, imap_security: security } = body;
  const allow_private = allowsPrivateNetworks(ctx.settings);
  const refusal = refuseMailHost(host, port, { allowPrivate: allow_private });
  if (refusal) throw invalidField(`imap_${refusal.field}`, refusal.code, refusal.message);
  const imap = {
    host,
    port,
    security,
    username: body.imap_username,
    password: body.imap_password,
  };
  const tested = await testReading(ctx, imap);
  if (!tested.ok) {
    const message = `${failedAt(tested)} Check host, username and password.`;
    throw invalidField(
      tested.step === "auth" ? "imap_password" : "imap_host",
      tested.error_code ?? "connection_failed",
      message,
    );
  }
  const values = {
    email,
    provider: seedProvider(host, email),
    imapHost: host,
    imapPort: port,
    imapSecurity: security,
    imapUsername: body.imap_username,
    imapPassword: await ctx.vault.seal(body.imap_password, SEED_PLACE),
    createdAt: ctx.now(),
    homeWorkspace: null,
    homeMailbox: null,
  };
  return { ...present(await keepSeed(ctx, values)), imap: { ...tested, message: null } };
}

/**
 * Lets every workspace send test emails to a mailbox of one. It signs in as it does there, so a mailbox
 * that its owner connected without a password can be a seed. Throws `validation_failed` for what is no
 * workspace, no mailbox of it or cannot be read, `conflict` for an address that is a seed, `upstream_*`
 * where the mail service is away.
 */
export async function shareSeed(
  ctx: CallerCtx,
  { workspace_id: workspaceId, mailbox_id: id }: ShareSeedBody,
): Promise<z.output<typeof CreateInstallSeedAnswer>> {
  if ((await entryTo(ctx, workspaceId)) !== "allowed") {
    throw invalidField("workspace_id", "unknown", "There is no such workspace.");
  }
  const there = inWorkspace(ctx, workspaceId);
  const [mailbox] = await selectSenderRows(there.db, workspaceId, [id]);
  if (!mailbox) {
    throw invalidField("mailbox_id", "unknown", "The workspace has no such mailbox.");
  }
  const { email, imapHost, imapPort, imapSecurity } = mailbox;
  const reader = await openReader(there, id);
  if (!reader || imapHost === null) {
    throw invalidField(
      "mailbox_id",
      "unusable",
      "The mailbox cannot be read: it only sends, is disabled or has to be connected again.",
    );
  }
  const tested = await testReading(ctx, reader.imap);
  if (!tested.ok) {
    throw invalidField("mailbox_id", tested.error_code ?? "connection_failed", failedAt(tested));
  }
  const row = await keepSeed(ctx, {
    email,
    provider: seedProvider(imapHost, email),
    imapHost,
    imapPort: imapPort ?? reader.imap.port,
    imapSecurity,
    imapUsername: reader.imap.username,
    imapPassword: await ctx.vault.seal("", SEED_PLACE),
    createdAt: ctx.now(),
    homeWorkspace: workspaceId,
    homeMailbox: id,
  });
  return { ...present(row), imap: { ...tested, message: null } };
}

/** Throws `upstream_*` where the mail service is away. */
async function testReading(
  ctx: CallerCtx,
  imap: Connection,
): Promise<z.output<typeof ImapTestResult>> {
  const allow_private = allowsPrivateNetworks(ctx.settings);
  const tested = await ctx.mail.test({ smtp: null, imap, allow_private });
  if (!tested.imap) throw new AppError("upstream_failed", "The mail service returned no result.");
  return tested.imap;
}

const failedAt = ({ step }: z.output<typeof ImapTestResult>): string =>
  `The mailbox cannot be read: the connection failed at ${step}.`;

/** Throws `conflict` for an address that is a seed, and for one too many. */
async function keepSeed(
  ctx: CallerCtx,
  values: Omit<InstallSeedRow, "id">,
): Promise<InstallSeedRow> {
  const row = await insertInstallSeed(
    ctx.install,
    values,
    (source) =>
      auditStatement(
        ctx,
        { action: "seed.connected", details: { provider: values.provider } },
        source,
      ) as InstallStatement,
  );
  if (!row) {
    throw new AppError(
      "conflict",
      `This address is a seed already, or there are ${MAX_INSTALL_SEEDS} of them.`,
    );
  }
  return row;
}

/** Disconnects a seed; results that name it stay. Throws `not_found`. */
export async function removeInstallSeed(ctx: CallerCtx, id: InstallSeedId): Promise<void> {
  const removed = await deleteInstallSeed(
    ctx.install,
    id,
    (source) =>
      auditStatement(
        ctx,
        { action: "seed.disconnected", target: { type: "seed", id } },
        source,
      ) as InstallStatement,
  );
  if (!removed) throw notFound("seed");
}
