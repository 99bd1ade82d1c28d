import { useQuery } from "@tanstack/react-query";
import { Outlet } from "#dashboard/routing/outlet.tsx";
import { useAnyParams, useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import { Plus, Upload } from "lucide-react";
import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect } from "react";
import type { MailboxSummary } from "#modules/mailboxes/contract/mailbox-summary.ts";
import { count } from "#dashboard/lib/format.ts";
import { useIsPhone, useIsSplit } from "#dashboard/lib/use-media.ts";
import { useKeys } from "#dashboard/lib/use-keys.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Empty, ListSkeleton } from "#dashboard/parts/states.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { BulkBar } from "./bulk/bulk-bar.tsx";
import { useConnectProblem } from "./connect/use-connect-problem.ts";
import { Faults } from "./faults.tsx";
import { ImportsProgress } from "./import/imports-progress.tsx";
import { MailboxFilters, NO_FILTER } from "./list/filters.tsx";
import { pathOfBox } from "./list/rows.ts";
import { useBoxes } from "./list/use-boxes.ts";
import { rowKeys, useSelection } from "#dashboard/parts/use-selection.ts";
import { t } from "#dashboard/words/words.ts";
import { type Box, mailboxQuery, summaryQuery } from "./queries.ts";
import { filterOf, isFiltered, type MailboxesSearch } from "./search.ts";
import { doesNotSend } from "./states.tsx";

const ConnectProblem = lazy(() =>
  import("./connect/connect-problem.tsx").then((m) => ({ default: m.ConnectProblem })),
);
const TrySample = lazy(() =>
  import("#dashboard/rooms/sample/try-sample.tsx").then((m) => ({ default: m.TrySample })),
);
const Connecting = lazy(() =>
  import("./connect/connecting.tsx").then((m) => ({ default: m.Connecting })),
);
const ImportDialog = lazy(() =>
  import("./import/import-dialog.tsx").then((m) => ({ default: m.ImportDialog })),
);

// It comes beside the rows themselves. A phone that shows one mailbox never asks for it.
const loadTable = () => import("./list/box-table.tsx").then((m) => ({ default: m.BoxTable }));
const BoxTable = lazy(loadTable);

const Problem = (props: ComponentProps<typeof ConnectProblem>) => (
  <Suspense>
    <ConnectProblem {...props} />
  </Suspense>
);

/** Which mailbox is in danger, why, and how much each may still send today; an open one is beside the list where there is room. */
export function Mailboxes() {
  const { mailboxId } = useAnyParams();
  const isSplit = useIsSplit();
  return mailboxId !== undefined && !isSplit ? (
    <Outlet />
  ) : (
    <Board openId={mailboxId === undefined ? null : Number(mailboxId)} />
  );
}

function Board({ openId }: { openId: number | null }) {
  const { wid, may } = useWorkspace();
  useEffect(() => void loadTable(), []);
  const isPhone = useIsPhone();
  const search = useSearch({ from: "/w/$wid/mailboxes" });
  const filter = filterOf(search);
  const navigate = useNavigate();
  const go = (change: Partial<Record<keyof MailboxesSearch, unknown>>): void =>
    void navigate({
      to: ".",
      search: (old) => ({ ...old, ...change }) as MailboxesSearch,
      replace: true,
      resetScroll: false,
    });
  // An open mailbox says itself why it was not connected again.
  const [problem, dismiss] = useConnectProblem(
    openId === null ? search.connect_problem : undefined,
    () => go({ connect_problem: undefined }),
  );
  // Beside an open mailbox what was read before is enough: its own page has more to ask.
  const summary = useQuery({ ...summaryQuery(wid), enabled: openId === null }).data;
  const boxes = useBoxes(wid, filter);
  // As `useMailbox` does, which reads it.
  const isRead = openId !== null && !boxes.isLoading;
  const open = useQuery({ ...mailboxQuery(wid, openId ?? 0), enabled: isRead }).data;
  const picked = useSelection(boxes.rows.map(({ id }) => id));
  const mayEdit = may("mailboxes.edit");
  const isEmpty = boxes.rows.length === 0 && !boxes.isLoading && !boxes.error;
  const isBare = isEmpty && !isFiltered(search);
  const total = boxes.total ?? boxes.rows.length;
  useKeys(rowKeys(picked), !isPhone);
  const actions = mayEdit && (
    <>
      <Button className="max-wide:hidden" onClick={() => go({ import: true })}>
        <Upload size={16} aria-hidden="true" />
        {t("Import")}
      </Button>
      <Button look="primary" onClick={() => go({ connect: true })}>
        <Plus size={16} aria-hidden="true" />
        {t("Connect mailbox")}
      </Button>
    </>
  );
  return (
    <Page
      title={(openId !== null && open?.email) || t("Mailboxes")}
      heading={<h1 className="truncate">{t("Mailboxes")}</h1>}
      status={
        summary &&
        summary.total > 0 && (
          <span className="text-12 text-text-3 max-wide:hidden">
            {boxes.isWhole && !isFiltered(search) ? summaryOf(boxes.rows) : activeOf(summary)}
          </span>
        )
      }
      actions={!isBare && actions}
    >
      {problem && (
        <Problem
          code={problem}
          onRetry={
            may("connections.edit")
              ? () => {
                  dismiss();
                  go({ connect: true });
                }
              : undefined
          }
        />
      )}
      {mayEdit && openId === null && <ImportsProgress wid={wid} />}
      <Faults
        wid={wid}
        faults={summary?.faults ?? []}
        onShow={(shown) => {
          picked.clear();
          go({ ...NO_FILTER, ...shown });
        }}
      />
      <div className={openId === null ? "contents" : "beside"}>
        <div className="grid min-w-0 content-start gap-3">
          {!isBare && (
            <MailboxFilters
              search={search}
              summary={summary}
              isTight={openId !== null}
              onChange={(change) => {
                picked.clear();
                go(change);
              }}
            />
          )}
          <Listed
            boxes={boxes}
            picked={picked}
            openId={openId}
            isNarrowed={isFiltered(search)}
            all={summary?.total}
            pathOf={(id) => pathOfBox(wid, id, filter)}
            actions={actions}
            onClear={() => go(NO_FILTER)}
          />
        </div>
        {openId !== null && <Outlet />}
      </div>
      {mayEdit && (
        <BulkBar
          wid={wid}
          picked={picked}
          filter={filter}
          total={total}
          rows={boxes.rows}
          groups={(summary?.groups ?? []).map(({ name }) => name)}
          tags={(summary?.tags ?? []).map(({ name }) => name)}
        />
      )}
      <Dialogs wid={wid} search={search} mayEdit={mayEdit} go={go} />
    </Page>
  );
}

/** What of the room's address is a dialog. */
const Dialogs = ({
  wid,
  search,
  mayEdit,
  go,
}: {
  wid: number;
  search: MailboxesSearch;
  mayEdit: boolean;
  go: (change: Partial<Record<keyof MailboxesSearch, unknown>>) => void;
}) => (
  <Suspense>
    {search.connect && (
      <Connecting
        wid={wid}
        step={search.connect}
        onStep={(connect) => go({ connect })}
        onImport={() => go({ connect: undefined, import: true })}
      />
    )}
    {search.import && mayEdit && (
      <ImportDialog wid={wid} onClose={() => go({ import: undefined })} />
    )}
  </Suspense>
);

/** The rows, or why there are none. */
function Listed({
  boxes,
  picked,
  openId,
  isNarrowed,
  all,
  pathOf,
  actions,
  onClear,
}: {
  boxes: ReturnType<typeof useBoxes>;
  picked: ReturnType<typeof useSelection>;
  openId: number | null;
  isNarrowed: boolean;
  /** Mailboxes of the workspace; undefined until that is known. */
  all: number | undefined;
  pathOf: (id: number) => `/${string}`;
  actions: ReactNode;
  onClear: () => void;
}) {
  const { may } = useWorkspace();
  const mayEdit = may("mailboxes.edit");
  const isPhone = useIsPhone();
  const isList = isPhone || openId !== null;
  if (boxes.isLoading || (boxes.error && boxes.rows.length === 0)) {
    return (
      <Waiting what={t("mailboxes")} rows={8} error={boxes.error} onRetry={boxes.refetch} framed />
    );
  }
  if (boxes.rows.length === 0 && isNarrowed) {
    return (
      <Empty
        title={t("No matching mailboxes")}
        action={<Button onClick={onClear}>{t("Show all mailboxes")}</Button>}
      >
        {all !== undefined &&
          t("Clear the filters to see all {n, plural, one {# mailbox} other {# mailboxes}}.", {
            n: all,
          })}
      </Empty>
    );
  }
  if (boxes.rows.length === 0) {
    return (
      <>
        <Empty
          picture="mailbox"
          title={t("Connect your first mailbox")}
          action={<span className="flex flex-wrap gap-2">{actions}</span>}
        >
          {t(
            "Sign in at its provider, or enter an SMTP and IMAP account. The servers of large providers are filled in. Many mailboxes come from one CSV or XLSX file.",
          )}
        </Empty>
        <Suspense>
          <TrySample />
        </Suspense>
      </>
    );
  }
  return (
    <section className="panel" aria-label={t("Mailboxes")}>
      {isList && mayEdit && (
        <label className="check pick-all">
          <input
            type="checkbox"
            checked={picked.selection.kind === "all"}
            onChange={(event) =>
              event.target.checked ? picked.select({ kind: "all" }) : picked.clear()
            }
          />
          {t("Select all {total}", { total: count(boxes.total ?? boxes.rows.length) })}
        </label>
      )}
      <Suspense
        fallback={
          <ListSkeleton label={t("Loading the {what}", { what: t("mailboxes") })} rows={8} />
        }
      >
        <BoxTable
          boxes={boxes}
          selection={picked}
          mayPick={mayEdit}
          isList={isList}
          openId={openId}
          pathOf={pathOf}
        />
      </Suspense>
    </section>
  );
}

function summaryOf(rows: readonly Box[]): string {
  const sending = rows.flatMap(({ health, status }) =>
    health && status === "active" && !doesNotSend(health) && health.usage.effective_limit > 0
      ? [health.usage]
      : [],
  );
  const left = sending.reduce(
    (sum, { effective_limit, sent_today }) => sum + Math.max(0, effective_limit - sent_today),
    0,
  );
  return t(
    "{sending} of {total} sending, {left, plural, one {# email} other {# emails}} left today",
    { sending: count(sending.length), total: count(rows.length), left },
  );
}

function activeOf({ statuses, total }: MailboxSummary): string {
  const active = statuses.find(({ status }) => status === "active")?.mailboxes ?? 0;
  return t("{active} of {total, plural, one {# mailbox} other {# mailboxes}} active", {
    active: count(active),
    total,
  });
}
