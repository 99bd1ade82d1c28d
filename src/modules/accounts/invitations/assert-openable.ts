import type { Role } from "#platform/access/permissions.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { AppError, type FieldError } from "#platform/rules/errors.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { selectInvitable } from "./store.ts";

/** Workspaces that somebody of a role is to enter, and the field that names them. */
export type Openings = {
  readonly path: string;
  readonly role: Role;
  readonly workspaces: readonly WorkspaceId[];
};

/** Throws `validation_failed` for workspaces that are not there, and for a client's that are not clients'. */
export async function assertOpenable(
  { install }: Pick<Deps, "install">,
  wanted: readonly Openings[],
): Promise<void> {
  const ids = [...new Set(wanted.flatMap(({ workspaces }) => workspaces))];
  if (ids.length === 0) return;
  const known = await selectInvitable(install, ids);
  const errors = wanted.flatMap(({ path, role, workspaces }) =>
    workspaces.flatMap((id, i): FieldError[] => {
      const at = `${path}.${i}`;
      const isClient = known.get(id);
      if (isClient === undefined) {
        return [{ path: at, code: "unknown", message: `There is no workspace ${id}.` }];
      }
      return role === "client" && !isClient
        ? [{ path: at, code: "not_a_client", message: "This workspace is not a client's." }]
        : [];
    }),
  );
  if (errors.length > 0) {
    throw new AppError("validation_failed", "Some workspaces cannot be opened.", { errors });
  }
}
