import { Pause, Play } from "lucide-react";
import type { CampaignDetail, Enrolment } from "#modules/campaigns/contract/campaigns.ts";
import { isInSequence } from "./picked-leads.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { EnrolmentState } from "#dashboard/parts/statuses.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { type Column } from "#dashboard/parts/virtual-table.tsx";

const nameOfLead = (row: Enrolment): string => `${row.first_name} ${row.last_name}`.trim();

/** What is ticked, and how; null without the permission. */
type Pick = { is: (row: Enrolment) => boolean; toggle: (row: Enrolment) => void };

/** Ticks a lead whose sequence is running. */
function Box({ row, pick }: { row: Enrolment; pick: Pick }) {
  return (
    <label className="pick">
      <input
        type="checkbox"
        className="disabled:opacity-40"
        aria-label={`Select ${row.email}`}
        disabled={!isInSequence(row)}
        checked={pick.is(row)}
        onChange={() => pick.toggle(row)}
      />
    </label>
  );
}

/** The columns of the table of leads. `toggle` pauses or resumes a lead; null without the permission. */
export function columnsOf(
  campaign: CampaignDetail,
  {
    explain,
    toggle,
    pick,
  }: {
    explain: (row: Enrolment) => void;
    toggle: ((row: Enrolment) => void) | null;
    pick: Pick | null;
  },
): Column<Enrolment>[] {
  return [
    ...(pick
      ? [
          {
            name: "select",
            head: <span className="sr-only">Select</span>,
            width: "1.5rem",
            cell: (row: Enrolment) => <Box row={row} pick={pick} />,
          },
        ]
      : []),
    {
      name: "who",
      head: "Lead",
      width: "minmax(0, 2.6fr)",
      cell: (row) => (
        <button
          type="button"
          className="block w-full text-left font-medium hover:underline"
          title={row.email}
          onClick={() => explain(row)}
        >
          <span className="block truncate">{row.email}</span>
        </button>
      ),
    },
    {
      name: "name",
      head: "Name",
      width: "minmax(0, 1.6fr)",
      cell: (row) => (
        <span className="block truncate text-text-2">
          {[nameOfLead(row), row.company].filter(Boolean).join(", ")}
        </span>
      ),
    },
    {
      name: "status",
      head: "Status",
      width: "9rem",
      cell: (row) => (
        <span title={whyOf(row)}>
          <EnrolmentState status={row.status} />
        </span>
      ),
    },
    {
      name: "step",
      head: "Steps sent",
      width: "5rem",
      numeric: true,
      cell: (row) => `${row.current_step} of ${campaign.steps.length}`,
    },
    {
      name: "next",
      head: "Next email",
      width: "8rem",
      numeric: true,
      cell: (row) =>
        row.next_send_at ? (
          <LocalTime at={row.next_send_at} zone={campaign.schedule.timezone} />
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
          <Button look="ghost" size="small" onClick={() => explain(row)}>
            Explain
          </Button>
          {/* As broad without it, so that the column stands straight. */}
          <span className="inline-block min-w-7">
            {toggle && ["pending", "in_progress", "paused"].includes(row.status) && (
              <Button
                look="ghost"
                size="small"
                icon
                aria-label={row.status === "paused" ? `Resume ${row.email}` : `Pause ${row.email}`}
                onClick={() => toggle(row)}
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
}

/** Why a lead gets nothing more. */
function whyOf({ skip_detail: detail, skip_reason: reason }: Enrolment): string | undefined {
  if (detail === "removed") return "Removed from this campaign";
  if (detail?.startsWith("moved_to_campaign")) return "Moved to another campaign";
  return detail ?? reason ?? undefined;
}

/** One of them on a phone. */
export function PhoneRow({
  row,
  steps,
  onExplain,
  pick,
}: {
  row: Enrolment;
  steps: number;
  onExplain: (row: Enrolment) => void;
  pick: Pick | null;
}) {
  const shown = (
    <button
      type="button"
      className="grid min-h-(--hit) w-full content-center gap-0.5 text-left"
      onClick={() => onExplain(row)}
    >
      <span className="truncate font-medium">{row.email}</span>
      <span className="flex items-center gap-3">
        <EnrolmentState status={row.status} />
        <span className="text-12 text-text-3">
          {row.next_send_at ? (
            <>
              next <LocalTime at={row.next_send_at} />
            </>
          ) : (
            `${row.current_step} of ${steps} steps`
          )}
        </span>
      </span>
    </button>
  );
  if (!pick) return shown;
  return (
    <div className="-ml-3 flex items-center gap-1">
      <Box row={row} pick={pick} />
      <div className="min-w-0 flex-1">{shown}</div>
    </div>
  );
}
