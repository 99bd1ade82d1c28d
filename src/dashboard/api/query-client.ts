import { QueryClient } from "@tanstack/react-query";
import { staleAfter } from "./freshness.ts";
import { isApiError } from "./problem.ts";

/**
 * One cache for the page. What was read is good for a while (`freshness.ts`), lists that live ask
 * again by themselves (`refetchInterval`), and only a server that could not be reached or broke is
 * asked again at once.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: ({ state }) => staleAfter(state.dataUpdatedAt),
      gcTime: 10 * 60_000,
      retry: (failures, error) => failures < 2 && isApiError(error) && isPassing(error.status),
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});

const isPassing = (status: number): boolean => status === 0 || status === 502 || status === 504;
