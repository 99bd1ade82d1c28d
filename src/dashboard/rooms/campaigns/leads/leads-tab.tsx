import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import { UserPlus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { CampaignDetail, EnrolmentListItem } from "#modules/campaigns/contract/campaigns.ts";
import { ENROLMENT_STATUSES } from "#modules/campaigns/rules/states.ts";
import { count, words } from "#dashboard/lib/format.ts";
import { useStore } from "#dashboard/lib/store.ts";
import { useKeys } from "#dashboard/lib/use-keys.ts";
import { useIsPhone, useMedia } from "#dashboard/lib/use-media.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { ColumnsChoice, keptColumns } from "#dashboard/parts/columns-choice.tsx";
import { SelectField } from "#dashboard/parts/field.tsx";
import { Find } from "#dashboard/parts/find.tsx";
import { Empty, Failure } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { rowKeys } from "#dashboard/parts/use-selection.ts";
import { ViewsMenu } from "#dashboard/parts/views-menu.tsx";
import { VirtualTable } from "#dashboard/parts/virtual-table.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { COLUMN_CHOICES, columnsOf, PhoneRow } from "./enrolment-columns.tsx";
import { isInSequence, PickedLeads, usePicked } from "./picked-leads.tsx";
import {
  campaignChanged,
  type EnrolmentFilter,
  enrolmentsQuery,
  patchEnrolment,
} from "#dashboard/rooms/campaigns/queries.ts";
import { useSaving } from "#dashboard/rooms/campaigns/use-saving.ts";
import { t } from "#dashboard/words/words.ts";

const AddLeads = lazy(() => import("./add-leads.tsx").then((m) => ({ default: m.AddLeads })));
const ExplainDialog = lazy(() =>
  import("./explain-dialog.tsx").then((m) => ({ default: m.ExplainDialog })),
);

/** What this browser leaves out of the table. */
const shown = keptColumns("campaign-leads");

/** The leads of the campaign with their status and the reason for it. */
export function LeadsTab({ campaign }: { campaign: CampaignDetail }) {
  const { wid, may } = useWorkspace();
  const { status, q = "" } = useSearch({ from: "/w/$wid/campaigns/$id" });
  const navigate = useNavigate({ from: "/w/$wid/campaigns/$id" });
  const isPhone = useIsPhone();
  const [explained, setExplained] = useState<EnrolmentListItem | null>(null);
  const [adding, setAdding] = useState(false);
  const saving = useSaving();
  const filter = { ...(status && { status }), ...(q && { q }) };
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery(
    enrolmentsQuery(wid, campaign.id, filter),
  );
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  const first = data?.pages[0]?.pagination;
  const total = first?.total ?? first?.total_at_least ?? rows.length;
  const choose = (next: EnrolmentFilter): void =>
    void navigate({ search: ({ tab }) => ({ ...(tab && { tab }), ...next }), replace: true });
  const mayRun = may("campaigns.edit");
  const toggle = (row: EnrolmentListItem): Promise<boolean> =>
    saving.run(async () => {
      const paused = row.status === "paused";
      await patchEnrolment(wid, campaign.id, row.lead_id, {
        status: paused ? "active" : "paused",
      });
      campaignChanged(wid, campaign.id);
      toast(
        paused
          ? t("{email} is resumed in this campaign.", { email: row.email })
          : t("{email} is paused in this campaign.", { email: row.email }),
      );
    });
  const mayEnrol = may("leads.enrol");
  const picked = usePicked(rows);
  const hidden = useStore(shown.hidden);
  useKeys(rowKeys(picked), mayEnrol && !isPhone);
  const columns = columnsOf(campaign, {
    explain: setExplained,
    toggle: mayRun ? (row) => void toggle(row) : null,
    pick: mayEnrol ? picked : null,
  });
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Filters
          filter={filter}
          onChange={(next) => {
            picked.clear();
            choose(next);
          }}
        />
        <span className="ml-auto text-12 text-text-2" role="status">
          {data &&
            (first?.total === null
              ? t("{total} or more leads", { total: count(total) })
              : t("{total, plural, one {# lead} other {# leads}}", { total }))}
        </span>
        <ViewsMenu list={`campaign-leads.${wid}`} columns={hidden} onColumns={shown.hide} />
        <ColumnsChoice columns={shown} choices={COLUMN_CHOICES} />
        {mayEnrol && campaign.stats.leads > 0 && (
          <Button onClick={() => setAdding(true)}>
            <UserPlus size={16} aria-hidden="true" />
            {t("Add leads")}
          </Button>
        )}
      </div>
      {saving.error !== null && (
        <Failure
          what={t("The lead could not be changed.")}
          error={saving.error}
          onRetry={saving.forget}
        />
      )}
      {!data ? (
        <Waiting what={t("leads")} error={error} onRetry={refetch} framed />
      ) : rows.length === 0 ? (
        <NoLeads
          leads={campaign.stats.leads}
          onAdd={mayEnrol ? () => setAdding(true) : null}
          onAll={() => choose({})}
        />
      ) : (
        <Rows
          campaign={campaign}
          rows={rows}
          columns={columns}
          picked={picked}
          mayPick={mayEnrol}
          onExplain={setExplained}
          onSight={(_, last) => {
            if (last > rows.length - 30 && hasNextPage && !isFetchingNextPage) void fetchNextPage();
          }}
        />
      )}
      <PickedLeads
        wid={wid}
        campaign={campaign}
        picked={picked.selection}
        status={status}
        mayAll={q === "" && (status === undefined || isInSequence({ status }))}
        onChange={picked.select}
      />
      <Suspense>
        {adding && <AddLeads campaign={campaign} onClose={() => setAdding(false)} />}
        {explained && (
          <ExplainDialog
            campaignId={campaign.id}
            zone={campaign.schedule.timezone}
            lead={explained}
            onClose={() => setExplained(null)}
          />
        )}
      </Suspense>
    </div>
  );
}

/** The leads as columns, or as two lines each on a phone. */
function Rows({
  campaign,
  rows,
  columns,
  picked,
  mayPick,
  onExplain,
  onSight,
}: {
  campaign: CampaignDetail;
  rows: readonly EnrolmentListItem[];
  columns: ReturnType<typeof columnsOf>;
  picked: ReturnType<typeof usePicked>;
  mayPick: boolean;
  onExplain: (row: EnrolmentListItem) => void;
  onSight: (first: number, last: number) => void;
}) {
  const isPhone = useIsPhone();
  // Columns make room for addresses before those are cut.
  const isNarrow = useMedia("(max-width: 1240px)");
  const isTight = useMedia("(max-width: 1100px)");
  const hidden = useStore(shown.hidden);
  return (
    <section className="panel" aria-label={t("Leads in this campaign")}>
      <VirtualTable
        label={t("Leads in this campaign")}
        columns={columns.filter(
          ({ name }) =>
            !hidden.includes(name) &&
            !(isNarrow && name === "step") &&
            !(isTight && (name === "name" || name === "event")),
        )}
        count={rows.length}
        rowAt={(index) => rows[index] ?? null}
        keyOf={(row) => row.lead_id}
        isSelected={picked.is}
        onSight={onSight}
        {...(isPhone && {
          phone: (row: EnrolmentListItem) => (
            <PhoneRow
              row={row}
              campaign={campaign}
              onExplain={onExplain}
              pick={mayPick ? picked : null}
            />
          ),
        })}
      />
    </section>
  );
}

/** Whom to show. */
function Filters({
  filter: { status, q = "" },
  onChange,
}: {
  filter: EnrolmentFilter;
  onChange: (next: EnrolmentFilter) => void;
}) {
  return (
    <>
      <div className="w-64 max-wide:w-full">
        <Find
          label={t("Email starts with")}
          value={q}
          onFind={(text) => onChange({ ...(status && { status }), ...(text && { q: text }) })}
        />
      </div>
      <SelectField
        label={t("Status")}
        hideLabel
        className="w-48"
        value={status ?? ""}
        onChange={(event) => {
          const next = ENROLMENT_STATUSES.find((known) => known === event.target.value);
          onChange({ ...(next && { status: next }), ...(q && { q }) });
        }}
      >
        <option value="">{t("All statuses")}</option>
        {ENROLMENT_STATUSES.map((known) => (
          <option key={known} value={known}>
            {words(known)}
          </option>
        ))}
      </SelectField>
    </>
  );
}

/** There are none at all, or none that the filters find. */
function NoLeads({
  leads,
  onAdd,
  onAll,
}: {
  leads: number;
  onAdd: (() => void) | null;
  onAll: () => void;
}) {
  if (leads > 0) {
    return (
      <Empty
        title={t("No matching leads")}
        action={<Button onClick={onAll}>{t("Show all {leads}", { leads: count(leads) })}</Button>}
      />
    );
  }
  return (
    <Empty
      picture="leads"
      title={t("No leads in this campaign yet")}
      action={
        onAdd && (
          <Button look="primary" onClick={onAdd}>
            <UserPlus size={16} aria-hidden="true" />
            {t("Add leads")}
          </Button>
        )
      }
    >
      {t(
        "Add a list or all leads of this workspace. Suppressed and invalid leads are skipped automatically.",
      )}
    </Empty>
  );
}
