import type {
  CreateInstallSeedAnswer,
  CreateInstallSeedBody,
  InstallSeed,
} from "#modules/placement/contract/seeds.ts";
import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { CallerCtx, Deps } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import type { InstallStatement } from "#platform/db/db.ts";
import { AppError, invalidField, notFound } from "#platform/rules/errors.ts";
import type { InstallSeedId } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { refuseMailHost } from "#modules/mailboxes/rules/mail-host.ts";
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
  const tested = await ctx.mail.test({ smtp: null, imap, allow_private });
  if (!tested.imap) throw new AppError("upstream_failed", "The mail service returned no result.");
  if (!tested.imap.ok) {
    const message = `The mailbox cannot be read: the connection failed at ${tested.imap.step}. Check host, username and password.`;
    throw invalidField(
      tested.imap.step === "auth" ? "imap_password" : "imap_host",
      tested.imap.error_code ?? "connection_failed",
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
  };
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
  return { ...present(row), imap: { ...tested.imap, message: null } };
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
