import { useRouterState } from "@tanstack/react-router";
import { ListSkeleton } from "#dashboard/parts/states.tsx";
import { Page } from "./page.tsx";
import { roomAt } from "./rooms.ts";

/** Stands where a room will, while its code is on its way. */
export function RoomLoading() {
  const room = useRouterState({ select: ({ location }) => roomAt(location.pathname) });
  return (
    <Page title={room?.name ?? "Loading"}>
      <ListSkeleton what={room?.name.toLowerCase() ?? "the page"} rows={6} />
    </Page>
  );
}
