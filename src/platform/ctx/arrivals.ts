import { AppError } from "#platform/rules/errors.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { Deps } from "./ctx.ts";
import type { Arrivals } from "./ports.ts";

type From = Pick<Deps, "arrivals">;

/** Throws `conflict` on a host that takes no workspace in. */
export function arrivalsOf({ arrivals }: From): Arrivals {
  if (arrivals) return arrivals;
  throw new AppError(
    "conflict",
    "This installation takes no workspace in: only one on a machine of its own, without DATABASE_URL, can.",
  );
}

/** What the calls of an arrival are signed with. Throws `not_found` where there is none. */
export async function secretOfArrival(from: From, id: string): Promise<string> {
  const secret = await arrivalsOf(from).secretOf(id);
  if (secret === null) throw new AppError("not_found", "There is no such arrival.");
  return secret;
}

/** The number that a workspace has here which has arrived. Throws `invalid_state` before that. */
export async function openedArrival(from: From, id: string): Promise<WorkspaceId> {
  const workspaceId = await arrivalsOf(from).openedAs(id);
  if (workspaceId === null) throw new AppError("invalid_state", "The workspace has not arrived.");
  return workspaceId;
}
