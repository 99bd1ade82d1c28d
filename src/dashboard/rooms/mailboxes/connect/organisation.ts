import { queryOptions } from "@tanstack/react-query";
import type {
  ConnectedOrganisation,
  WorkspaceAddresses,
} from "#modules/connections/contract/organisations.ts";
import { api } from "#dashboard/api/client.ts";
import { changed } from "#dashboard/api/workspace.ts";

export type GrantedAddress = WorkspaceAddresses["data"][number];
export type ConnectOutcome = ConnectedOrganisation["data"][number];

/** So many addresses are connected by one request. */
const AT_ONCE = 50;
/** Pages of 200; an admin who grants more to one workspace is not known of. */
const MOST_PAGES = 25;

/** Every address that an admin granted to the workspace. */
export const grantedQuery = (wid: number) =>
  queryOptions({
    queryKey: ["w", wid, "granted-addresses"],
    queryFn: async ({ signal }) => {
      const all: GrantedAddress[] = [];
      let cursor: string | null = "";
      for (let page = 0; cursor !== null && page < MOST_PAGES; page++) {
        const answer: WorkspaceAddresses = await api.get<WorkspaceAddresses>(
          `/workspaces/${wid}/mailboxes/organisation-addresses`,
          { query: { cursor }, signal },
        );
        all.push(...answer.data);
        cursor = answer.next_cursor;
      }
      return all;
    },
    staleTime: 60_000,
  });

/** Connects addresses by their organisations, or connects them again; answers what became of each. */
export async function connectByOrganisation(
  wid: number,
  addresses: readonly GrantedAddress[],
  onProgress: (done: number) => void = () => undefined,
): Promise<ConnectOutcome[]> {
  const outcomes: ConnectOutcome[] = [];
  try {
    for (const [id, those] of Map.groupBy(addresses, (one) => one.organisation_id)) {
      for (let from = 0; from < those.length; from += AT_ONCE) {
        const emails = those.slice(from, from + AT_ONCE).map(({ email }) => email);
        const { data } = await api.post<ConnectedOrganisation>(
          `/workspaces/${wid}/mailboxes/connect-organisation`,
          { organisation_id: id, emails },
        );
        outcomes.push(...data);
        onProgress(outcomes.length);
      }
    }
  } finally {
    await changed(wid, "mailboxes", "granted-addresses", "warmup", "stats", "sending");
  }
  return outcomes;
}
