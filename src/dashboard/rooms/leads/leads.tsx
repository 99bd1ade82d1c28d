import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import { Download, Upload } from "lucide-react";
import { type ComponentProps, lazy, type ReactNode, Suspense, useRef } from "react";
import { countsQuery } from "#dashboard/api/workspace.ts";
import { count } from "#dashboard/lib/format.ts";
import { isSettled } from "#dashboard/lib/settled.ts";
import { useStore } from "#dashboard/lib/store.ts";
import { useKeys } from "#dashboard/lib/use-keys.ts";
import { useIsPhone } from "#dashboard/lib/use-media.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { useGone } from "#dashboard/parts/delete-later.ts";
import { Empty } from "#dashboard/parts/states.tsx";
import { rowKeys, useSelection } from "#dashboard/parts/use-selection.ts";
import { ViewsMenu } from "#dashboard/parts/views-menu.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { MoveInOr } from "#dashboard/rooms/moves/entry.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { LeadsTabs } from "./leads-tabs.tsx";
import { ColumnsMenu } from "./table/columns-menu.tsx";
import { Filters } from "./table/filters.tsx";
import { LeadTable } from "./table/lead-table.tsx";
import { searchFilterOf, listsQuery, validationsQuery } from "./queries.ts";
import { isNarrowed, type LeadsSearch } from "./search.ts";
import { Selected } from "./table/selected.tsx";
import { isShown, showColumns, shownColumns } from "./table/shown-columns.ts";
import { useLeads } from "./table/use-leads.ts";
import { Validations } from "./lead/validations.tsx";

const UploadDialog = lazy(() =>
  import("./upload/upload-dialog.tsx").then((module) => ({ default: module.UploadDialog })),
);

/** Everybody who may be written to, and what was found out about their addresses. */
export function Leads() {
  const { wid, may } = useWorkspace();
  const search = useSearch({ from: "/w/$wid/leads" });
  const navigate = useNavigate({ from: "/w/$wid/leads" });
  const go = (change: Partial<Record<keyof LeadsSearch, unknown>>): void =>
    void navigate({ search: (old) => ({ ...old, ...change }) as LeadsSearch, replace: true });
  const leads = useLeads(wid, search);
  const isGone = useGone();
  const lists = (useQuery(listsQuery(wid)).data?.data ?? []).filter(
    ({ id }) => !isGone(`list:${id}`),
  );
  const stats = useQuery(countsQuery(wid)).data;
  const picked = useSelection(leads.rows.map(({ id }) => id));
  useKeys(rowKeys(picked), !useIsPhone());
  const isSteady = useIsSteady(wid);
  const isEmpty = leads.rows.length === 0 && !leads.isLoading && !leads.error;
  const upload = <ImportButton onClick={() => go({ upload: true })} />;
  return (
    <Page
      title={t("Leads")}
      status={
        stats && (
          <span className="text-12 text-text-3 max-wide:hidden">
            {t("{leads} in {lists, plural, one {# list} other {# lists}}", {
              leads: count(stats.leads),
              lists: lists.length,
            })}
          </span>
        )
      }
      actions={
        <Actions wid={wid} search={search} rows={leads.rows}>
          {may("leads.import") && upload}
        </Actions>
      }
    >
      <LeadsTabs current="leads" />
      {isSteady ? (
        <>
          <Validations wid={wid} lists={lists} />
          {(!isEmpty || isNarrowed(search)) && (
            <Filters
              wid={wid}
              search={search}
              lists={lists}
              onChange={(change) => {
                picked.clear();
                go(change);
              }}
            />
          )}
          {leads.isLoading || (leads.error && leads.rows.length === 0) ? (
            <Waiting
              what={t("leads")}
              rows={10}
              error={leads.error}
              onRetry={leads.refetch}
              framed
            />
          ) : isEmpty ? (
            isNarrowed(search) ? (
              <NoMatches total={stats?.leads} onShowAll={() => go(EVERYBODY)} />
            ) : (
              <Empty
                picture="leads"
                title={t("No leads yet")}
                action={<MoveInOr wid={wid}>{may("leads.import") && upload}</MoveInOr>}
              >
                {t(
                  "Import a CSV or XLSX file. Columns are matched automatically, and you see a preview before anything is saved.",
                )}
              </Empty>
            )
          ) : (
            <section className="panel" aria-label={t("Leads")}>
              <LeadTable
                wid={wid}
                leads={leads}
                search={search}
                picked={picked}
                onSort={(sort, order) => go({ sort, order })}
              />
            </section>
          )}
        </>
      ) : (
        <Waiting what={t("leads")} rows={10} error={null} onRetry={leads.refetch} framed />
      )}
      {/* Beside the list, which is empty once all that it showed were changed. */}
      <Selected
        wid={wid}
        selection={picked.selection}
        filter={searchFilterOf(search)}
        total={leads.total}
        lists={lists}
        onChange={picked.select}
      />
      {search.upload && may("leads.import") && (
        <Suspense>
          <UploadDialog
            wid={wid}
            lists={lists}
            onClose={() => go({ upload: undefined })}
            onDone={(list) => go({ ...EVERYBODY, upload: undefined, list })}
          />
        </Suspense>
      )}
    </Page>
  );
}

/** Whether it is known which validation stands above the filters and the leads, and what its list is called. */
function useIsSteady(wid: number): boolean {
  const validations = useQuery(validationsQuery(wid));
  const lists = useQuery(listsQuery(wid));
  // For good: what is drawn then asks again for what failed, and would be taken away while that is on its way, for ever.
  const steady = useRef<number>(undefined);
  if (isSettled(validations) && isSettled(lists)) steady.current = wid;
  return steady.current === wid;
}

const EVERYBODY = {
  q: undefined,
  list: undefined,
  status: undefined,
  did: undefined,
  tag: undefined,
  field: undefined,
  segment: undefined,
  campaign: undefined,
};

function Actions({
  wid,
  search,
  rows,
  children,
}: {
  wid: number;
  search: LeadsSearch;
  rows: ComponentProps<typeof ColumnsMenu>["rows"];
  children: ReactNode;
}) {
  const columns = useStore(shownColumns);
  return (
    <>
      <ViewsMenu
        list={`leads.${wid}`}
        columns={columns}
        onColumns={(next) => isShown(next) && showColumns(next)}
      />
      <ColumnsMenu rows={rows} />
      <a className={`${buttonClass({})} max-wide:hidden`} href={exportUrl(wid, search)} download>
        <Download size={16} aria-hidden="true" />
        {t("Export")}
      </a>
      {children}
    </>
  );
}

function ImportButton({ onClick }: { onClick: () => void }) {
  return (
    <Button look="primary" onClick={onClick}>
      <Upload size={16} aria-hidden="true" />
      {t("Import leads")}
    </Button>
  );
}

function NoMatches({ total, onShowAll }: { total: number | undefined; onShowAll: () => void }) {
  return (
    <Empty
      title={t("No matching leads")}
      action={<Button onClick={onShowAll}>{t("Show all leads")}</Button>}
    >
      {total !== undefined &&
        t("Clear the filters to see all {leads, plural, one {# lead} other {# leads}}.", {
          leads: total,
        })}
    </Empty>
  );
}

function exportUrl(wid: number, search: LeadsSearch): string {
  const given = Object.entries(searchFilterOf(search)).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return `/api/v1/workspaces/${wid}/leads/export?${new URLSearchParams(given)}`;
}
