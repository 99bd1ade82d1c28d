import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { copyWorkspace, uncopied } from "#modules/accounts/workspaces/copy-workspace.ts";
import type { ClientRow } from "#modules/operations/clients/clients-store.ts";
import type { ClientAccess, ClientAccessBody } from "#modules/operations/contract/client-access.ts";
import {
  actionsOfClient,
  clientPresetOf,
  type Switch,
  switchesOf,
  wholeSwitches,
} from "#platform/access/switches.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { changeSwitches, selectSwitches, whileOthers } from "./access-store.ts";

/** What is stored of a wish: presets become their switches. */
export const switchesFor = ({ preset, switches = [] }: ClientAccessBody): readonly Switch[] =>
  wholeSwitches(preset === undefined ? switches : switchesOf(preset));

export const presentAccess = (switches: readonly string[]): ClientAccess => ({
  preset: clientPresetOf(switches),
  switches: [...wholeSwitches(switches)],
  actions: [...actionsOfClient(switches)],
});

/** What the clients of a workspace that stands may do. Throws `not_found`. */
export async function readAccess(ctx: CallerCtx, id: WorkspaceId): Promise<ClientAccess> {
  const switches = await selectSwitches(ctx.install, id);
  if (!switches) throw new AppError("not_found", "Workspace not found.");
  return presentAccess(switches);
}

/** Changes what the clients of a workspace may do, from their next request on. Throws `not_found`. */
export async function setAccess(
  ctx: CallerCtx,
  id: WorkspaceId,
  body: ClientAccessBody,
): Promise<ClientAccess> {
  const switches = switchesFor(body);
  const { preset } = presentAccess(switches);
  const results = await runBatch(ctx.install, [
    auditStatement(
      ctx,
      {
        action: "client.access_changed",
        workspaceId: id,
        target: { type: "workspace", id },
        details: { preset, switches },
      },
      whileOthers(id, switches),
    ),
    changeSwitches(ctx.install, id, switches, ctx.now()),
    ...uncopied(ctx, { id }),
  ]);
  const [changed] = results[1] as ClientRow[];
  if (changed) await copyWorkspace(ctx, changed);
  return readAccess(ctx, id);
}
