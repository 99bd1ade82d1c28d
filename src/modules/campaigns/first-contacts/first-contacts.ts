import { readInstall } from "#modules/accounts/install/install-values.ts";
import { hashesOf } from "#modules/leads/hashes/hashes.ts";
import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { forgetUntil, reserve, selectOthers } from "./store.ts";

/*
 * Nobody gets first emails of two workspaces within so many days, if the install says so. What is
 * noted is a keyed hash, and what a workspace learns is a day until which its email waits.
 */

const daysOf = async (deps: Deps): Promise<number> =>
  (await readInstall(deps, ["first_contact_days"])).first_contact_days ?? 0;

const hashOf = (ctx: WorkspaceCtx, email: string): string =>
  hashesOf(ctx, email.trim().toLowerCase()).keyed;

/**
 * Those of these addresses that get no first email yet, and until when. A whole day: the hour would
 * tell when somebody else wrote. None to two queries.
 */
export async function firstContactWaits(
  ctx: WorkspaceCtx,
  emails: readonly string[],
): Promise<ReadonlyMap<string, UnixMs>> {
  const days = emails.length === 0 ? 0 : await daysOf(ctx);
  if (days === 0) return new Map();
  const hashes = new Map(emails.map((email) => [email, hashOf(ctx, email)]));
  const since = later(ctx.now(), -days * DAY_MS);
  const others = await selectOthers(ctx.install, ctx.workspaceId, [...hashes.values()], since);
  return new Map(
    emails.flatMap((email) => {
      const at = others.get(hashes.get(email) ?? "");
      return at === undefined ? [] : [[email, dayAfter(later(at, days * DAY_MS))] as const];
    }),
  );
}

/** The beginning of the next day, UTC. */
const dayAfter = (at: UnixMs): UnixMs => unixMs(Math.ceil(at / DAY_MS) * DAY_MS);

/**
 * Those of these addresses that the workspace writes to first, noted as such in the same statement.
 * What fails after that stays noted: another client waits, and this one tries again.
 */
export async function reserveFirstContacts(
  ctx: WorkspaceCtx,
  emails: readonly string[],
): Promise<(email: string) => boolean> {
  const days = emails.length === 0 ? 0 : await daysOf(ctx);
  if (days === 0) return () => true;
  const now = ctx.now();
  const hashes = new Map(emails.map((email) => [email, hashOf(ctx, email)]));
  const own = await reserve(ctx.install, ctx.workspaceId, [...hashes.values()], {
    since: later(now, -days * DAY_MS),
    now,
  });
  return (email) => own.has(hashes.get(email) ?? "");
}

/** Sweep: forgets contacts that are older than the rule; all of them where there is none. */
export async function forgetFirstContacts(deps: Deps): Promise<void> {
  await forgetUntil(deps.install, later(deps.now(), -(await daysOf(deps)) * DAY_MS));
}
