import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { AuditEntry } from "#modules/accounts/contract/audit.ts";
import { Panel } from "#dashboard/parts/panel.tsx";
import { ShowEarlier } from "#dashboard/parts/button.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { auditWords } from "./audit-words.ts";
import { auditQuery, clientsQuery, employeesQuery } from "./queries.ts";

/** Who did what to which record, from where. */
export function Audit() {
  const list = useInfiniteQuery(auditQuery);
  const { data, error, refetch } = list;
  const names = new Map(useMe().workspaces.map(({ id, name }) => [id, name]));
  const staff = useQuery(employeesQuery).data?.data ?? [];
  const clients = useQuery(clientsQuery("active")).data?.data ?? [];
  const people = new Map(
    [...staff, ...clients.flatMap(({ users }) => users)].map(({ id, name }) => [id, name]),
  );
  const rows = (data?.pages ?? []).flatMap((page) => page.data);
  if (!data) {
    return <Waiting what="log" error={error} onRetry={refetch} />;
  }
  return (
    <Panel title="Audit log" flush footer={list.hasNextPage && <ShowEarlier list={list} />}>
      <table className="tbl as-list">
        <TableHead columns={["Action", "User", "Workspace", "IP address", ["Time", "num"]]} />
        <tbody>
          {rows.map((entry) => (
            <tr key={entry.id}>
              <td className="font-medium">
                <span title={entry.action}>{auditWords({ ...entry, people })}</span>
                <span className="block font-normal text-text-3 wide:hidden">
                  <LocalTime at={entry.at} />
                </span>
              </td>
              <td className="text-text-2 max-wide:text-right">{whoDid(entry)}</td>
              <td className="text-text-3 max-wide:hidden">
                {entry.workspace_id !== null &&
                  (names.get(entry.workspace_id) ?? "Deleted workspace")}
              </td>
              <td className="mono text-text-3 max-wide:hidden">{entry.address}</td>
              <td className="num text-text-3">
                <LocalTime at={entry.at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function whoDid(entry: AuditEntry): string {
  const { impersonator } = entry;
  const name = nameOf(entry);
  return impersonator ? `${impersonator.name ?? impersonator.id} as ${name}` : name;
}

function nameOf({ user, api_key_id: key, install_key_id: installKey }: AuditEntry): string {
  if (user) return user.name ?? `user ${user.id} (deleted)`;
  if (installKey !== null) return `installation's key ${installKey}`;
  return key === null ? "–" : `API key ${key}`;
}
