import { presentWorkspace } from "#modules/accounts/workspaces/list-workspaces.ts";
import { presentUser } from "./present.ts";
import type { Registration } from "./register.ts";

/** The answer of register and of the set-up that makes the first admin. */
export const presentRegistration = ({ user, workspace }: Registration) => ({
  user: presentUser(user),
  workspace: presentWorkspace(workspace),
});
