import { Pause, Play } from "lucide-react";
import type { CampaignDetail, EnrolmentListItem } from "#modules/campaigns/contract/campaigns.ts";
import { isInSequence } from "./picked-leads.tsx";
import { words } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { EnrolmentState } from "#dashboard/parts/statuses.tsx";
import { EventCell, keptBackWords, NextMail } from "#dashboard/parts/lead-standing.tsx";
import { Pick } from "#dashboard/parts/pick.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { type Column } from "#dashboard/parts/virtual-table.tsx";
import { fromServer, t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";

const nameOfLead = (row: EnrolmentListItem): string => `${row.first_name} ${row.last_name}`.trim();

/** What is ticked, and how; null without the permission. */
type Picks = {
  is: (row: EnrolmentListItem) => boolean;
  toggle: (id: number, isRange: boolean) => void;
};

/** Ticks a lead whose sequence is running. */
const box = (row: EnrolmentListItem, pick: Picks) => (
  <Pick
    name={row.email}
    disabled={!isInSequence(row)}
    selected={pick.is(row)}
    onToggle={(isRange) => pick.toggle(row.lead_id, isRange)}
  />
);

const placeOf = (row: EnrolmentListItem, campaign: CampaignDetail) => ({
  status: row.status,
  skipReason: row.skip_reason,
  nextSendAt: row.next_send_at,
  heldUntil: row.held_until,
  decidedBy: row.decided_by,
  campaignStatus: campaign.status,
  hasStatus: true,
});

/** Columns that can be left out. */
export const COLUMN_CHOICES = [
  ["name", t("Name")],
  ["status", t("Status")],
  ["step", t("Steps sent")],
  ["event", t("Last event")],
  ["next", t("Next email")],
] as const;

/** The columns of the table of leads. `toggle` pauses or resumes a lead; null without the permission. */
export function columnsOf(
  campaign: CampaignDetail,
  {
    explain,
    toggle,
    pick,
  }: {
    explain: (row: EnrolmentListItem) => void;
    toggle: ((row: EnrolmentListItem) => void) | null;
    pick: Picks | null;
  },
): Column<EnrolmentListItem>[] {
  return [
    ...(pick
      ? [
          {
            name: "select",
            head: <span className="sr-only">{t("Select")}</span>,
            width: "1.5rem",
            cell: (row: EnrolmentListItem) => box(row, pick),
          },
        ]
      : []),
    {
      name: "who",
      head: t("Lead"),
      width: "minmax(0, 2.6fr)",
      cell: (row) => (
        <button
          type="button"
          className="block w-full text-left font-medium hover:underline"
          title={row.email}
          data-row-id={row.lead_id}
          onClick={() => explain(row)}
        >
          <span className="block truncate">{row.email}</span>
        </button>
      ),
    },
    {
      name: "name",
      head: t("Name"),
      width: "minmax(0, 1.6fr)",
      cell: (row) => (
        <span className="block truncate text-text-2">
          {[nameOfLead(row), row.company].filter(Boolean).join(", ")}
        </span>
      ),
    },
    {
      name: "status",
      head: t("Status"),
      width: "9rem",
      cell: (row) => (
        <span title={whyOf(row)}>
          <EnrolmentState status={row.status} />
        </span>
      ),
    },
    {
      name: "step",
      head: t("Steps sent"),
      width: "5rem",
      numeric: true,
      cell: (row) =>
        t("{sent} of {steps}", {
          sent: row.current_step,
          steps: campaign.steps.length,
        }),
    },
    {
      name: "event",
      head: t("Last event"),
      width: "9rem",
      cell: (row) => <EventCell event={row.last_event} zone={campaign.schedule.timezone} />,
    },
    {
      name: "next",
      head: t("Next email"),
      width: "9.5rem",
      cell: (row) => <NextMail place={placeOf(row, campaign)} zone={campaign.schedule.timezone} />,
    },
    {
      name: "acts",
      head: <span className="sr-only">{t("Actions")}</span>,
      width: "7.5rem",
      numeric: true,
      cell: (row) => (
        <span className="inline-flex items-center gap-1">
          <Button look="ghost" size="small" onClick={() => explain(row)}>
            {t("Explain")}
          </Button>
          {/* As broad without it, so that the column stands straight. */}
          <span className="inline-block min-w-7">
            {toggle && ["pending", "in_progress", "paused"].includes(row.status) && (
              <Button
                look="ghost"
                size="small"
                icon
                aria-label={
                  row.status === "paused"
                    ? t("Resume {email}", { email: row.email })
                    : t("Pause {email}", { email: row.email })
                }
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
function whyOf({
  skip_detail: detail,
  skip_reason: reason,
}: EnrolmentListItem): string | undefined {
  if (detail === "removed") return t("Removed from this campaign");
  if (detail?.startsWith("moved_to_campaign")) return t("Moved to another campaign");
  if (detail !== null && detail !== undefined) return fromServer(detail);
  return reason === null ? undefined : words(reason);
}

/** One of them on a phone. */
export function PhoneRow({
  row,
  campaign,
  onExplain,
  pick,
}: {
  row: EnrolmentListItem;
  campaign: CampaignDetail;
  onExplain: (row: EnrolmentListItem) => void;
  pick: Picks | null;
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
          {row.decided_by === null && row.next_send_at ? (
            Date.parse(row.next_send_at) > Date.now() ? (
              <Say id="next <0/>" parts={{ 0: <LocalTime at={row.next_send_at} /> }} />
            ) : (
              <NextMail place={placeOf(row, campaign)} />
            )
          ) : (
            (keptBackWords(placeOf(row, campaign)) ??
            t("{sent} of {steps} steps", {
              sent: row.current_step,
              steps: campaign.steps.length,
            }))
          )}
        </span>
      </span>
    </button>
  );
  if (!pick) return shown;
  return (
    <div className="-ml-3 flex items-center gap-1">
      {box(row, pick)}
      <div className="min-w-0 flex-1">{shown}</div>
    </div>
  );
}
