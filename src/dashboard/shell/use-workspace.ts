import { useSuspenseQuery } from "@tanstack/react-query";
import { useAnyParams } from "#dashboard/routing/use-place.ts";
import { createContext, useContext } from "react";
import type { Action } from "#platform/access/permissions.ts";
import { homeOf, may, type Me, meQuery, type MyWorkspace } from "#dashboard/api/session.ts";

/** Who is signed in. */
export const useMe = (): Me => useSuspenseQuery(meQuery).data;

/** What is shown below belongs to this workspace, whatever the address says: rooms over all workspaces. */
export const InsideWorkspace = createContext<number | null>(null);

/**
 * The workspace of the address, and what the person may do in it. Rooms without one in their
 * address (`/admin`) get the person's last.
 */
export function useWorkspace(): {
  wid: number;
  workspace: MyWorkspace | undefined;
  me: Me;
  may: (action: Action) => boolean;
} {
  const me = useMe();
  const inside = useContext(InsideWorkspace);
  const { wid } = useAnyParams();
  const asked = inside ?? Number(wid);
  const workspace =
    inside !== null || wid ? me.workspaces.find(({ id }) => id === asked) : homeOf(me);
  return {
    wid: workspace?.id ?? asked,
    workspace,
    me,
    may: (action) => may(me, workspace, action),
  };
}
