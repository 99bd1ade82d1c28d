import type { MeAnswer, User } from "#modules/accounts/contract/accounts.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import type { Role } from "#platform/access/permissions.ts";
import type { ReaderLanguage } from "#platform/rules/choices.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { presentWorkspace } from "#modules/accounts/workspaces/list-workspaces.ts";
import type { Registration } from "./register.ts";

export const presentUser = (user: {
  id: number;
  name: string;
  email: string;
  username: string;
  role: Role;
  language: ReaderLanguage | null;
  createdAt: UnixMs;
}): User => ({
  id: user.id,
  name: user.name,
  email: user.email,
  username: user.username,
  role: user.role,
  language: user.language,
  created_at: iso(user.createdAt),
});

/** `GET /auth/me`: the person, or the key that asks in its place. */
export function presentCaller(
  { caller, ownHost }: CallerCtx,
  workspaces: MeAnswer["workspaces"],
  branding: MeAnswer["branding"],
): MeAnswer {
  const isOwnHost = ownHost !== null;
  if (caller.byKey) {
    const { keyId: id, keyKind: kind, name, role, only } = caller;
    const scopes = only && [...only].toSorted();
    return {
      user: null,
      api_key: { id, kind, name, role, scopes },
      workspaces,
      impersonator: null,
      factor_required: false,
      own_host: isOwnHost,
      branding,
    };
  }
  const user = presentUser({ ...caller, id: caller.userId });
  const { impersonator, needsFactor } = caller;
  return {
    user,
    api_key: null,
    workspaces,
    impersonator,
    factor_required: needsFactor,
    own_host: isOwnHost,
    branding,
  };
}

/** The answer of register and of the set-up that makes the first admin. */
export const presentRegistration = ({ user, workspace }: Registration) => ({
  user: presentUser(user),
  workspace: presentWorkspace(workspace),
});
