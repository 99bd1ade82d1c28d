import { queryOptions } from "@tanstack/react-query";
import type { PlacementTest, PlacementTestItem } from "#modules/placement/contract/tests.ts";
import type { Seeds } from "#modules/placement/contract/seeds.ts";
import type { z } from "zod";
import { api } from "#dashboard/api/client.ts";
import { paced } from "#dashboard/api/paced.ts";
import type { Page } from "#dashboard/api/workspace.ts";

/** So many tests are drawn and listed. */
const TESTS = 50;
const LIVE_MS = 15_000;

/** The newest tests; asked again while one runs. */
export const testsQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "placement", "tests"],
    queryFn: ({ signal }) =>
      api.get<Page<PlacementTestItem>>(`/workspaces/${wid}/placement-tests`, {
        query: { limit: TESTS },
        signal,
      }),
    refetchInterval: (query) =>
      query.state.data?.data.some((test) => test.state === "running")
        ? LIVE_MS
        : paced(120_000, query),
  });

/** One test with its matrix, emails and searches. */
export const testQuery = (wid: number, id: number) =>
  queryOptions({
    queryKey: ["w", wid, "placement", "tests", id],
    queryFn: ({ signal }) =>
      api.get<PlacementTest>(`/workspaces/${wid}/placement-tests/${id}`, { signal }),
    refetchInterval: (query) => (isLive(query.state.data) ? LIVE_MS : paced(120_000, query)),
  });

/** Something of it may still change soon. */
const isLive = (test: PlacementTest | undefined): boolean =>
  test === undefined ||
  test.state === "running" ||
  test.searches.some((search) => search.state === "running");

/** Mailboxes that test emails can go to. */
export const seedsQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "placement", "seeds"],
    queryFn: ({ signal }) =>
      api.get<z.output<typeof Seeds>>(`/workspaces/${wid}/placement-seeds`, { signal }),
  });
