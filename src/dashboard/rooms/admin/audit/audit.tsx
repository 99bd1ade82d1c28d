import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import { ChevronRight, Download } from "lucide-react";
import { Fragment, useState } from "react";
import type { AuditEntry } from "#modules/accounts/contract/audit.ts";
import { fully } from "#dashboard/lib/time.ts";
import { Button, buttonClass, ShowEarlier } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { clientsQuery, employeesQuery } from "#dashboard/rooms/admin/queries.ts";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { auditWords } from "./audit-words.ts";
import { AuditFilters, type FilterChange, recordWords } from "./filters.tsx";
import { auditFile, auditQuery } from "./queries.ts";
import { readAuditSearch } from "./search.ts";

/** Who did what to which record, from where. */
export function Audit() {
  const search = readAuditSearch(useSearch({ from: "/admin" }));
  const navigate = useNavigate({ from: "/admin" });
  const go = (next: FilterChange): void =>
    void navigate({
      search: { tab: "audit", ...readAuditSearch(next) },
      replace: true,
      resetScroll: false,
    });
  const onChange = (change: FilterChange): void => go({ ...search, ...change });
  const list = useInfiniteQuery(auditQuery(search));
  const { data, error, refetch } = list;
  const workspaces = new Map(useMe().workspaces.map(({ id, name }) => [id, name]));
  const staff = useQuery(employeesQuery).data?.data ?? [];
  const clients = useQuery(clientsQuery("active")).data?.data ?? [];
  const people = new Map(
    [...staff, ...clients.flatMap(({ users }) => users)].map(({ id, name }) => [id, name]),
  );
  const rows = (data?.pages ?? []).flatMap((page) => page.data);
  const days = data?.pages[0]?.kept_days ?? null;
  return (
    <div className="grid gap-4">
      <AuditFilters
        search={search}
        people={people}
        workspaces={workspaces}
        onChange={onChange}
        onClear={() => go({})}
      />
      {!data ? (
        <Waiting what={t("log")} error={error} onRetry={refetch} framed />
      ) : rows.length === 0 ? (
        <Empty title={t("No matching entries")}>
          {days === null
            ? t("Change the filters to see others.")
            : t(
                "Change the filters to see others. Entries are kept for {days, plural, one {# day} other {# days}}.",
                { days },
              )}
        </Empty>
      ) : (
        <Panel
          title={t("Audit log")}
          aside={
            <a className={buttonClass({ size: "small" })} href={auditFile(search)} download>
              <Download size={16} aria-hidden="true" />
              CSV
            </a>
          }
          flush
          footer={
            <>
              {list.hasNextPage && <ShowEarlier list={list} />}
              {days !== null && (
                <span className="text-12 text-text-3">
                  {t("Entries are kept for {days, plural, one {# day} other {# days}}.", { days })}
                </span>
              )}
            </>
          }
        >
          <table className="tbl as-list">
            <TableHead
              columns={[
                t("Action"),
                t("User"),
                t("Workspace"),
                t("IP address"),
                [t("Time"), "num"],
              ]}
            />
            <tbody>
              {rows.map((entry) => (
                <Row
                  key={entry.id}
                  entry={entry}
                  people={people}
                  workspaces={workspaces}
                  onChange={onChange}
                />
              ))}
            </tbody>
          </table>
        </Panel>
      )}
    </div>
  );
}

type Names = ReadonlyMap<number, string>;

function Row({
  entry,
  people,
  workspaces,
  onChange,
}: {
  entry: AuditEntry;
  people: Names;
  workspaces: Names;
  onChange: (change: FilterChange) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Fragment>
      <tr>
        <td className="font-medium">
          <button
            type="button"
            className="flex gap-1 text-left hover:underline max-wide:min-h-10 max-wide:items-center"
            title={entry.action}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <ChevronRight
              size={14}
              aria-hidden="true"
              className={`mt-0.5 shrink-0 text-text-3 ${isOpen ? "rotate-90" : ""}`}
            />
            {auditWords({ ...entry, people })}
          </button>
          <span className="ml-4.5 block font-normal text-text-3 wide:hidden">
            <LocalTime at={entry.at} />
          </span>
        </td>
        <td className="text-text-2 max-wide:text-right">{whoDid(entry)}</td>
        <td className="text-text-3 max-wide:hidden">{workspaceWords(entry, workspaces)}</td>
        <td className="mono text-text-3 max-wide:hidden">{entry.address}</td>
        <td className="num text-text-3">
          <LocalTime at={entry.at} />
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5} className="full">
            <More entry={entry} workspaces={workspaces} onChange={onChange} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

/** Everything that is known of an entry, and ways to those like it. */
function More({
  entry,
  workspaces,
  onChange,
}: {
  entry: AuditEntry;
  workspaces: Names;
  onChange: (change: FilterChange) => void;
}) {
  const { user, impersonator, workspace_id: workspace, target } = entry;
  const key = keyOf(entry);
  const record = target === null ? null : `${target.type}:${target.id}`;
  const details = Object.entries(entry.details);
  return (
    <div className="grid justify-items-start gap-3 py-2 pl-4.5">
      <dl className="dl">
        <dt>{t("Time")}</dt>
        <dd>{fully(entry.at)}</dd>
        <dt>{t("IP address")}</dt>
        <dd className="mono">{entry.address}</dd>
        {workspace !== null && (
          <>
            <dt>{t("Workspace")}</dt>
            <dd>{workspaceWords(entry, workspaces)}</dd>
          </>
        )}
        {record !== null && (
          <>
            <dt>{t("Record")}</dt>
            <dd>{recordWords(record)}</dd>
          </>
        )}
        {details.length > 0 && (
          <>
            <dt>{t("Details")}</dt>
            <dd className="mono break-words">
              {details.map(([name, value]) => (
                <span key={name} className="block">
                  {name}: {typeof value === "string" ? value : JSON.stringify(value)}
                </span>
              ))}
            </dd>
          </>
        )}
      </dl>
      <div
        className="flex flex-wrap gap-2"
        role="group"
        aria-label={t("Show only entries of this")}
      >
        {record !== null && (
          <Only name={recordWords(record)} onClick={() => onChange({ record })} />
        )}
        {impersonator !== null && (
          <Only
            name={t("{name} acting as others", { name: nameOf(impersonator) })}
            onClick={() => onChange({ person: impersonator.id, acting: true })}
          />
        )}
        {user !== null && (
          <Only
            name={nameOf(user)}
            onClick={() => onChange({ person: user.id, acting: undefined })}
          />
        )}
        {key !== null && <Only name={whoDid(entry)} onClick={() => onChange({ key })} />}
        {workspace !== null && (
          <Only name={workspaceWords(entry, workspaces)} onClick={() => onChange({ workspace })} />
        )}
      </div>
    </div>
  );
}

const Only = ({ name, onClick }: { name: string; onClick: () => void }) => (
  <Button size="small" onClick={onClick}>
    {t("Only {name}", { name })}
  </Button>
);

const workspaceWords = ({ workspace_id: id }: AuditEntry, workspaces: Names): string =>
  id === null ? "" : (workspaces.get(id) ?? t("Deleted workspace"));

const nameOf = ({ id, name }: { id: number; name: string | null }): string =>
  name ?? t("user {id} (deleted)", { id });

function keyOf({ api_key_id: key, install_key_id: installKey }: AuditEntry): string | null {
  if (key !== null) return `workspace:${key}`;
  return installKey === null ? null : `installation:${installKey}`;
}

function whoDid(entry: AuditEntry): string {
  const { user, impersonator } = entry;
  if (user)
    return impersonator
      ? t("{admin} as {person}", { admin: nameOf(impersonator), person: nameOf(user) })
      : nameOf(user);
  if (entry.install_key_id !== null)
    return t("installation's key {id}", { id: entry.install_key_id });
  if (entry.api_key_id !== null) return t("API key {id}", { id: entry.api_key_id });
  return entry.address === "system" ? t("System") : "–";
}
