import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { assertStanding } from "#modules/accounts/brands/save-brand.ts";
import type { OwnHost } from "#modules/links/contract/own-hosts.ts";
import { refusalOfHost } from "#modules/links/tracking-domains/set-host.ts";
import { type CallerCtx, inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { checkOwnHost } from "./check-own-host.ts";
import { presentOwnHost } from "./present.ts";
import { forgetSites } from "./site-of-host.ts";
import { claimOwnHost, deleteOwnHost, type Obstacle, selectOwnHost, whileHosted } from "./store.ts";

/** The host of a workspace with its record and state. Throws `not_found`. */
export async function readOwnHost(ctx: CallerCtx, id: WorkspaceId): Promise<OwnHost> {
  await assertStanding(ctx, id);
  return presentOwnHost(ctx, await selectOwnHost(ctx.install, id));
}

/**
 * Sets the host of a workspace's dashboard and report, or removes it (null). It serves the workspace as
 * soon as it leads here; links lead to it once DNS and https show that it does. The same host again
 * changes nothing. Throws `validation_failed` for a host that cannot be used, `conflict` for one that is
 * taken, `invalid_state` for a workspace without a white label.
 */
export async function setOwnHost(
  ctx: CallerCtx,
  id: WorkspaceId,
  host: string | null,
  request: Request,
): Promise<OwnHost> {
  const { install } = ctx;
  await assertStanding(ctx, id);
  const current = await selectOwnHost(install, id);
  if ((current?.host ?? null) === host) return presentOwnHost(ctx, current);
  const line = (guard: ReturnType<typeof whileHosted>) =>
    auditStatement(
      ctx,
      {
        action: "client.host_changed",
        workspaceId: id,
        target: { type: "workspace", id },
        details: { host, ...(current && { before: current.host }) },
      },
      guard,
    );
  if (host === null) {
    await runBatch(install, [line(whileHosted(id)), ...deleteOwnHost(install, id)]);
    forgetSites(ctx);
    return presentOwnHost(ctx, null);
  }
  assertUsable(ctx, host, request);
  const row = await claimOwnHost(install, id, { host, now: ctx.now() }, line);
  if (typeof row === "string") throw refused(row);
  forgetSites(ctx);
  return presentOwnHost(ctx, row);
}

function assertUsable(ctx: CallerCtx, host: string, request: Request): void {
  const refusal = refusalOfHost(ctx, host);
  if (refusal) throw invalidField("host", refusal.code, refusal.message);
  if (new URL(request.url).hostname !== host) return;
  throw invalidField(
    "host",
    "in_use",
    "You are using this address now. It would serve this workspace alone, so choose another name.",
  );
}

function refused(by: Obstacle): AppError {
  if (by === "brand") {
    return new AppError("invalid_state", "Set a product name for this workspace first.");
  }
  const message =
    by === "tracking"
      ? "This is a tracking domain, which serves links in emails alone. Choose another name."
      : "Another workspace uses this host. Choose another name.";
  return new AppError("conflict", message, {
    errors: [{ path: "host", code: "taken", message }],
  });
}

/** Checks the host now. Throws `not_found` where the workspace has none. */
export async function verifyOwnHost(ctx: CallerCtx, id: WorkspaceId): Promise<OwnHost> {
  await assertStanding(ctx, id);
  const row = await selectOwnHost(ctx.install, id);
  if (!row) throw new AppError("not_found", "This workspace has no host of its own.");
  await checkOwnHost(inWorkspace(ctx, id), row);
  return readOwnHost(ctx, id);
}
