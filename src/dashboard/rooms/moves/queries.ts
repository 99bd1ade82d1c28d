import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Move, MoveCheck, MoveClient, MovePreview } from "#modules/moving/contract/moves.ts";
import { api } from "#dashboard/api/client.ts";
import { paced } from "#dashboard/api/paced.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import type { Page } from "#dashboard/api/workspace.ts";

export type PreviewCampaign = MovePreview["campaigns"][number];
export type CheckCampaign = MoveCheck["campaigns"][number];
type Clients = { readonly data: readonly MoveClient[] };

export const MOVES = "/moves";

/** It works by itself: it is asked again until it has done so. */
export const works = ({ state, trouble }: Move): boolean =>
  trouble === null && (state === "reading" || state === "moving" || state === "checking");

export const movesQuery = infiniteQueryOptions({
  queryKey: ["moves"],
  queryFn: ({ pageParam, signal }) =>
    api.get<Page<Move>>(MOVES, { query: { limit: 50, cursor: pageParam }, signal }),
  initialPageParam: "",
  getNextPageParam: (last) => last.pagination.next_cursor,
  refetchInterval: ({ state }) =>
    state.data?.pages.some(({ data }) => data.some(works)) ? 15_000 : 60_000,
});

export const moveQuery = (id: number) =>
  queryOptions({
    queryKey: ["move", id],
    queryFn: ({ signal }) => api.get<Move>(`${MOVES}/${id}`, { signal }),
    refetchInterval: (query) =>
      query.state.data && works(query.state.data) ? 4_000 : paced(60_000, query),
  });

export const moveClientsQuery = (id: number, isWorking: boolean) =>
  queryOptions({
    queryKey: ["move", id, "clients"],
    queryFn: ({ signal }) => api.get<Clients>(`${MOVES}/${id}/clients`, { signal }),
    refetchInterval: isWorking ? 10_000 : false,
  });

export const movePreviewQuery = (id: number) =>
  queryOptions({
    queryKey: ["move", id, "preview"],
    queryFn: ({ signal }) => api.get<MovePreview>(`${MOVES}/${id}/preview`, { signal }),
  });

export const checkQuery = (id: number) =>
  queryOptions({
    queryKey: ["move", id, "check"],
    queryFn: ({ signal }) => api.get<MoveCheck>(`${MOVES}/${id}/check`, { signal }),
  });

/** Reads a move and all that is shown of it again. */
export const moveChanged = (id: number): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["move", id] });

/** Shows an answer, and reads what depends on it again. */
export async function showMove(move: Move): Promise<void> {
  queryClient.setQueryData(moveQuery(move.id).queryKey, move);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ["moves"] }),
    ...["clients", "preview", "check"].map((name) =>
      queryClient.invalidateQueries({ queryKey: ["move", move.id, name] }),
    ),
  ]);
}
