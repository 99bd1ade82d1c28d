import { QueryClient } from "@tanstack/react-query";
import { isApiError } from "./problem.ts";

/**
 * One cache for the page. Sixty requests a minute are everybody's budget: what was read is good
 * for 20 s, lists that live ask again by themselves (`refetchInterval`), and only a server that
 * could not be reached or broke is asked again at once.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      gcTime: 10 * 60_000,
      retry: (failures, error) => failures < 2 && isApiError(error) && isPassing(error.status),
      refetchOnWindowFocus: true,
    },
    mutations: { retry: false },
  },
});

const isPassing = (status: number): boolean => status === 0 || status === 502 || status === 504;
