import type { Connection } from "#platform/wire/companion.ts";
import { type Deps, inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { openReader } from "#modules/mailboxes/connections/open-reader.ts";
import { readSeedName, seedOfInstall, seedOfMailbox } from "#modules/placement/rules/seed-names.ts";
import { seedProvider } from "#modules/placement/rules/seed-provider.ts";
import {
  type InstallSeedRow,
  selectInstallSeed,
  selectInstallSeeds,
} from "./install-seed-store.ts";
import { selectSeeds } from "./seed-store.ts";

/** A mailbox that takes test emails. */
export type Seed = {
  readonly seed: string;
  readonly email: string;
  readonly provider: string;
  /** Of the workspace; null for one of the installation. */
  readonly mailboxId: MailboxId | null;
};

/** Everybody whom the workspace can send test emails to: its own seeds first, then those of the installation. */
export async function findSeeds(ctx: WorkspaceCtx): Promise<Seed[]> {
  const [own, shared] = await Promise.all([
    selectSeeds(ctx.db, ctx.workspaceId),
    selectInstallSeeds(ctx.install),
  ]);
  const ofOwn = new Set(own.map(({ email }) => email));
  return [
    ...own.map(({ id, email, imapHost }): Seed => ({
      seed: seedOfMailbox(id),
      email,
      provider: seedProvider(imapHost, email),
      mailboxId: id,
    })),
    ...shared
      .filter(({ email }) => !ofOwn.has(email))
      .map(({ id, email, provider }): Seed => ({
        seed: seedOfInstall(id),
        email,
        provider,
        mailboxId: null,
      })),
  ];
}

/** Those of these names that are seeds of the installation. */
export async function installSeedsAmong(
  { install }: Pick<Deps, "install">,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (!names.some((name) => name.startsWith("install:"))) return new Set();
  const seeds = await selectInstallSeeds(install);
  return new Set(seeds.map(({ id }) => seedOfInstall(id)));
}

/** A seed that can be read; `imap` holds the open password, so it must not be logged or kept. */
export type OpenSeed = { readonly seed: string; readonly email: string; readonly imap: Connection };

/** Opens a seed for reading. Null: it is gone, disabled or signed out, or its password cannot be opened. */
export async function openSeed(ctx: WorkspaceCtx, seed: string): Promise<OpenSeed | null> {
  const named = readSeedName(seed);
  if (!named) return null;
  if (named.mailboxId !== null) {
    const reader = await openReader(ctx, named.mailboxId);
    return reader && { seed, email: reader.email, imap: reader.imap };
  }
  const row = await selectInstallSeed(ctx.install, named.installId);
  if (!row) return null;
  try {
    const imap = await imapOf(ctx, row);
    return imap && { seed, email: row.email, imap };
  } catch {
    ctx.log("placement.seed_password_unreadable", { seed }, "error");
    return null;
  }
}

/** As a mailbox of a workspace signs in, be it by a token; else with the seed's own password. */
async function imapOf(ctx: WorkspaceCtx, row: InstallSeedRow): Promise<Connection | null> {
  if (row.homeWorkspace !== null && row.homeMailbox !== null) {
    return (await openReader(inWorkspace(ctx, row.homeWorkspace), row.homeMailbox))?.imap ?? null;
  }
  return {
    host: row.imapHost,
    port: row.imapPort,
    security: row.imapSecurity,
    username: row.imapUsername,
    password: await ctx.vault.open(row.imapPassword, SEED_PLACE),
  };
}

/** Where the passwords of the installation's seeds are sealed for. */
export const SEED_PLACE = "install_seeds:imap_password";
