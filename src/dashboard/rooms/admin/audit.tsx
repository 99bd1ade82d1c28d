import { useInfiniteQuery } from "@tanstack/react-query";
import type { AuditEntry } from "#contract/admin.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Failure, ListSkeleton } from "#dashboard/parts/states.tsx";
import { Time } from "#dashboard/parts/time.tsx";
import { auditQuery } from "./queries.ts";

/** Who did what to which record, from where. */
export function Audit() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } =
    useInfiniteQuery(auditQuery);
  const rows = (data?.pages ?? []).flatMap((page) => page.data);
  if (!data) {
    return error ? (
      <Failure what="The log could not be loaded." error={error} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton what="the log" />
    );
  }
  return (
    <Panel
      title="Audit log"
      flush
      footer={
        hasNextPage && (
          <Button look="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show earlier
          </Button>
        )
      }
    >
      <table className="tbl as-list">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col">Who</th>
            <th scope="col">Where</th>
            <th scope="col">From</th>
            <th scope="col" className="num">
              When
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((entry) => (
            <tr key={entry.id}>
              <td className="font-medium">
                {entry.action}
                {entry.target && (
                  <span className="font-normal text-text-3">
                    {" "}
                    {entry.target.type} {entry.target.id}
                  </span>
                )}
                <span className="block font-normal text-text-3 wide:hidden">
                  <Time at={entry.at} />
                </span>
              </td>
              <td className="text-text-2 max-wide:text-right">{whoDid(entry)}</td>
              <td className="text-text-3 max-wide:hidden">
                {entry.workspace_id === null ? "" : `workspace ${entry.workspace_id}`}
              </td>
              <td className="mono text-text-3 max-wide:hidden">{entry.address}</td>
              <td className="num text-text-3">
                <Time at={entry.at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function whoDid({ user, impersonator, api_key_id: key }: AuditEntry): string {
  const name = user ? (user.name ?? `user ${user.id}, gone`) : key ? `API key ${key}` : "–";
  return impersonator ? `${impersonator.name ?? impersonator.id} as ${name}` : name;
}
