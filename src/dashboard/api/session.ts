import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { LoginAnswer, MeAnswer, RegisterAnswer } from "#modules/accounts/contract/accounts.ts";
import type { FactorRequired } from "#modules/accounts/contract/factors.ts";
import type { Branding } from "#modules/accounts/contract/brands.ts";
import type { SetupStatus } from "#modules/accounts/contract/setup.ts";
import { actionsOfClient } from "#platform/access/switches.ts";
import { type Action, mayDo } from "#platform/access/permissions.ts";
import { forget, isText, readKept } from "#dashboard/lib/kept.ts";
import { chooseLanguage } from "#dashboard/words/languages.ts";
import { api } from "./client.ts";
import { queryClient } from "./query-client.ts";

export type Me = MeAnswer;
export type MyWorkspace = Me["workspaces"][number];

/** Who is signed in. Throws 401 when nobody is. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  queryFn: async ({ signal }) => {
    const me = await api.get<MeAnswer>("/auth/me", { signal, anonymous: true });
    // One request less for everybody who is signed in.
    queryClient.setQueryData(brandingQuery.queryKey, me.branding);
    if (me.user) chooseLanguage(me.user.language);
    return me;
  },
  staleTime: 5 * 60_000,
});

/** Name and look of this address. */
export const brandingQuery = queryOptions({
  queryKey: ["branding"],
  queryFn: ({ signal }) => api.get<Branding>("/setup/branding", { signal, anonymous: true }),
  staleTime: Number.POSITIVE_INFINITY,
});

export const setupQuery = queryOptions({
  queryKey: ["setup"],
  queryFn: ({ signal }) => api.get<SetupStatus>("/setup/status", { signal, anonymous: true }),
});

/** Whether the person may do it in that workspace: the server's own table, asked beforehand. */
export function may(me: Me, workspace: MyWorkspace | undefined, action: Action): boolean {
  const role = workspace?.role ?? me.user?.role;
  const switches = workspace
    ? workspace.switches
    : me.workspaces.flatMap((each) => each.switches ?? []);
  const only = role === "client" ? new Set<string>(actionsOfClient(switches ?? [])) : null;
  return role !== undefined && mayDo({ role, byKey: false, only }, action);
}

/** The workspace that this browser was in last, or the person's first. */
export function homeOf(me: Me): MyWorkspace | undefined {
  const last = readKept("workspace", isText);
  return me.workspaces.find(({ id }) => String(id) === last) ?? me.workspaces[0];
}

/** Signs in, or answers which second factor is asked for. */
export const signIn = (username: string, password: string) =>
  api.post<z.output<typeof LoginAnswer> | FactorRequired>(
    "/auth/login",
    { username, password },
    { anonymous: true },
  );

export const postRegistration = (body: { name: string; email: string; password: string }) =>
  api.post<z.output<typeof RegisterAnswer>>("/auth/register", body, { anonymous: true });

/** Ends the session and forgets everything that was read or begun in it, also where the server is away. */
export async function signOut(): Promise<void> {
  await api.post("/auth/logout", {}, { anonymous: true }).catch(() => undefined);
  queryClient.clear();
  forget("draft.");
  location.assign("/sign-in");
}
