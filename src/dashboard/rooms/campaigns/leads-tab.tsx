import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Pause, Play, UserPlus } from "lucide-react";
import { useState } from "react";
import type { CampaignDetail, Enrolment } from "#modules/campaigns/contract/campaigns.ts";
import { ENROLMENT_STATUSES } from "#modules/campaigns/rules/states.ts";
import { count, counted, words } from "#dashboard/lib/format.ts";
import { useIsPhone, useMedia } from "#dashboard/lib/use-media.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { SelectField } from "#dashboard/parts/field.tsx";
import { Find } from "#dashboard/parts/find.tsx";
import { Empty, Failure } from "#dashboard/parts/states.tsx";
import { EnrolmentState } from "#dashboard/parts/statuses.tsx";
import { Time } from "#dashboard/parts/time.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { type Column, VirtualTable } from "#dashboard/parts/virtual-table.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { AddLeads } from "./add-leads.tsx";
import { ExplainDialog } from "./explain-dialog.tsx";
import {
  campaignChanged,
  type EnrolmentFilter,
  enrolmentsQuery,
  updateEnrolment,
} from "./queries.ts";
import { useSaving } from "./use-saving.ts";

/** Everybody in the campaign, where each stands, and why. */
export function LeadsTab({ campaign }: { campaign: CampaignDetail }) {
  const { wid, may } = useWorkspace();
  const { status, q = "" } = useSearch({ from: "/app/w/$wid/campaigns/$id" });
  const navigate = useNavigate({ from: "/w/$wid/campaigns/$id" });
  const isPhone = useIsPhone();
  // Columns make room for addresses before those are cut.
  const isNarrow = useMedia("(max-width: 1240px)");
  const isTight = useMedia("(max-width: 1100px)");
  const [explained, setExplained] = useState<Enrolment | null>(null);
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
  const toggle = (row: Enrolment): Promise<boolean> =>
    saving.run(async () => {
      const paused = row.status === "paused";
      await updateEnrolment(wid, campaign.id, row.lead_id, {
        status: paused ? "active" : "paused",
      });
      campaignChanged(wid, campaign.id);
      toast(paused ? `${row.email} goes on.` : `${row.email} is paused in this campaign.`);
    });
  const mayEnrol = may("leads.enrol");
  const name = (row: Enrolment): string => `${row.first_name} ${row.last_name}`.trim();
  const columns: Column<Enrolment>[] = [
    {
      name: "who",
      head: "Lead",
      width: "minmax(0, 2.2fr)",
      cell: (row) => (
        <button
          type="button"
          className="block w-full truncate text-left font-medium hover:underline"
          title={row.email}
          onClick={() => setExplained(row)}
        >
          {row.email}
        </button>
      ),
    },
    {
      name: "name",
      head: "Name",
      width: "minmax(0, 1.6fr)",
      cell: (row) => (
        <span className="block truncate text-text-2">
          {[name(row), row.company].filter(Boolean).join(", ")}
        </span>
      ),
    },
    {
      name: "status",
      head: "Status",
      width: "9rem",
      cell: (row) => (
        <span title={row.skip_detail ?? row.skip_reason ?? undefined}>
          <EnrolmentState status={row.status} />
        </span>
      ),
    },
    {
      name: "step",
      head: "Steps had",
      width: "5rem",
      numeric: true,
      cell: (row) => `${row.current_step} of ${campaign.steps.length}`,
    },
    {
      name: "next",
      head: "Next mail",
      width: "8rem",
      numeric: true,
      cell: (row) =>
        row.next_send_at ? (
          <Time at={row.next_send_at} zone={campaign.schedule.timezone} />
        ) : (
          <span className="text-text-3">none</span>
        ),
    },
    {
      name: "acts",
      head: <span className="sr-only">Actions</span>,
      width: "7.5rem",
      numeric: true,
      cell: (row) => (
        <span className="inline-flex items-center gap-1">
          <Button look="ghost" size="small" onClick={() => setExplained(row)}>
            Explain
          </Button>
          {/* As broad without it, so that the column stands straight. */}
          <span className="inline-block min-w-7">
            {mayRun && ["pending", "in_progress", "paused"].includes(row.status) && (
              <Button
                look="ghost"
                size="small"
                icon
                aria-label={
                  row.status === "paused" ? `Go on with ${row.email}` : `Pause ${row.email}`
                }
                onClick={() => void toggle(row)}
              >
                {row.status === "paused" ? (
                  <Play size={14} aria-hidden="true" />
                ) : (
                  <Pause size={14} aria-hidden="true" />
                )}
              </Button>
            )}
          </span>
        </span>
      ),
    },
  ];
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <div className="w-64 max-wide:w-full">
          <Find
            label="Beginning of an address"
            value={q}
            onFind={(text) => choose({ ...(status && { status }), ...(text && { q: text }) })}
          />
        </div>
        <SelectField
          label="Status"
          hideLabel
          className="w-44"
          value={status ?? ""}
          onChange={(event) => {
            const next = ENROLMENT_STATUSES.find((known) => known === event.target.value);
            choose({ ...(next && { status: next }), ...(q && { q }) });
          }}
        >
          <option value="">Every status</option>
          {ENROLMENT_STATUSES.map((known) => (
            <option key={known} value={known}>
              {words(known)}
            </option>
          ))}
        </SelectField>
        <span className="ml-auto text-12 text-text-2" role="status">
          {data &&
            (first?.total === null ? `${count(total)} or more leads` : counted(total, "lead"))}
        </span>
        {mayEnrol && campaign.stats.leads > 0 && (
          <Button onClick={() => setAdding(true)}>
            <UserPlus size={16} aria-hidden="true" />
            Add leads
          </Button>
        )}
      </div>
      {saving.error !== null && (
        <Failure what="The lead was not changed." error={saving.error} onRetry={saving.forget} />
      )}
      {!data ? (
        <Waiting what="leads" error={error} onRetry={refetch} framed />
      ) : rows.length === 0 ? (
        campaign.stats.leads === 0 ? (
          <Empty
            title="Nobody is in this campaign yet"
            action={
              mayEnrol && (
                <Button look="primary" onClick={() => setAdding(true)}>
                  <UserPlus size={16} aria-hidden="true" />
                  Add leads
                </Button>
              )
            }
          >
            Bring a list, or everybody this workspace knows. Whoever must not be written to is left
            out by itself.
          </Empty>
        ) : (
          <Empty
            title="No lead fits"
            action={
              <Button onClick={() => choose({})}>Show all {count(campaign.stats.leads)}</Button>
            }
          />
        )
      ) : (
        <section className="panel" aria-label="Leads of the campaign">
          <VirtualTable
            label="Leads of the campaign"
            columns={columns.filter(
              ({ name }) => !(isNarrow && name === "step") && !(isTight && name === "name"),
            )}
            count={rows.length}
            rowAt={(index) => rows[index] ?? null}
            keyOf={(row) => row.lead_id}
            onSight={(_, last) => {
              if (last > rows.length - 30 && hasNextPage && !isFetchingNextPage)
                void fetchNextPage();
            }}
            {...(isPhone && {
              phone: (row: Enrolment) => (
                <button
                  type="button"
                  className="grid min-h-(--hit) w-full content-center gap-0.5 text-left"
                  onClick={() => setExplained(row)}
                >
                  <span className="truncate font-medium">{row.email}</span>
                  <span className="flex items-center gap-3">
                    <EnrolmentState status={row.status} />
                    <span className="text-12 text-text-3">
                      {row.next_send_at ? (
                        <>
                          next <Time at={row.next_send_at} />
                        </>
                      ) : (
                        `${row.current_step} of ${campaign.steps.length} steps`
                      )}
                    </span>
                  </span>
                </button>
              ),
            })}
          />
        </section>
      )}
      {adding && <AddLeads campaign={campaign} onClose={() => setAdding(false)} />}
      {explained && (
        <ExplainDialog campaign={campaign} lead={explained} onClose={() => setExplained(null)} />
      )}
    </div>
  );
}
