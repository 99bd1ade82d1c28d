import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
} from "@tanstack/react-query";
import { staleAfter } from "./freshness.ts";
import { isApiError } from "./problem.ts";

/** Key of what stands around every room. */
export const pulseKey = (wid: number) => ["w", wid, "pulse"] as const;
/** What it tells of; where one of them changed, it did. */
const IN_PULSE: readonly unknown[] = [
  "stats",
  "sending",
  "threads",
  "notices",
  "quota",
  "settings",
];

class Client extends QueryClient {
  override invalidateQueries(
    filters?: InvalidateQueryFilters,
    options?: InvalidateOptions,
  ): Promise<void> {
    const [kind, wid, name] = (filters?.queryKey ?? []) as readonly unknown[];
    if (kind === "w" && typeof wid === "number" && IN_PULSE.includes(name)) {
      void super.invalidateQueries({ queryKey: pulseKey(wid) }, options);
    }
    return super.invalidateQueries(filters, options);
  }
}

/**
 * One cache for the page. What was read is good for a while (`freshness.ts`), lists that live ask
 * again by themselves (`refetchInterval`), and only a server that could not be reached or broke is
 * asked again at once.
 */
export const queryClient = new Client({
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
