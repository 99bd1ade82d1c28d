import { Link } from "#dashboard/routing/link.tsx";
import type { ReactNode } from "react";
import type { CampaignListItem, SendingStatus } from "#modules/campaigns/contract/campaigns.ts";
import { count, percent } from "#dashboard/lib/format.ts";
import { useStore } from "#dashboard/lib/store.ts";
import { useIsPhone, useMedia } from "#dashboard/lib/use-media.ts";
import { CampaignMeter } from "#dashboard/parts/campaign-table.tsx";
import { keptColumns } from "#dashboard/parts/columns-choice.tsx";
import { Pick } from "#dashboard/parts/pick.tsx";
import { CampaignState } from "#dashboard/parts/statuses.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import type { useSelection } from "#dashboard/parts/use-selection.ts";
import { fromServer, t } from "#dashboard/words/words.ts";

/** What this browser leaves out of the list. */
export const campaignColumns = keptColumns("campaigns");
/** Columns that can be left out. */
export const CAMPAIGN_COLUMNS = [
  ["leads", t("Leads")],
  ["next", t("Next email")],
  ["sent", t("Sent")],
  ["opened", t("Opened")],
  ["replied", t("Replied")],
  ["positive", t("Positive")],
  ["meetings", t("Meetings")],
  ["bounced", t("Bounced")],
] as const;

type Column = {
  readonly name: string;
  readonly label: string;
  readonly className?: string;
  readonly cell: (row: CampaignListItem) => ReactNode;
};

/** Campaigns with their progress and what leaves next; on a phone a list of two lines each. */
export function ListTable({
  wid,
  rows,
  picked,
  statusOf,
}: {
  wid: number;
  rows: readonly CampaignListItem[];
  /** Null without a permission that a selection needs. */
  picked: ReturnType<typeof useSelection> | null;
  statusOf: (id: number) => SendingStatus | null;
}) {
  const hidden = useStore(campaignColumns.hidden);
  const isPhone = useIsPhone();
  // Columns make room for names before those are cut.
  const isNarrow = useMedia("(max-width: 1380px)");
  const isTight = useMedia("(max-width: 1160px)");
  const isTightest = useMedia("(max-width: 960px)");
  const without: readonly string[] = isPhone
    ? []
    : [
        ...hidden,
        ...(isNarrow ? ["opened", "bounced"] : []),
        ...(isTight ? ["meetings", "positive"] : []),
        ...(isTightest ? ["leads"] : []),
      ];
  const columns = columnsOf(statusOf).filter(({ name }) => !without.includes(name));
  return (
    <table className="tbl as-list">
      <thead>
        <tr>
          {picked && !isPhone && (
            <th scope="col" className="w-10">
              <label className="pick">
                <input
                  type="checkbox"
                  aria-label={t("Select all visible rows")}
                  checked={picked.isWhole}
                  onChange={picked.toggleAll}
                />
              </label>
            </th>
          )}
          <th scope="col">{t("Name")}</th>
          <th scope="col">{t("Status")}</th>
          {columns.map(({ name, label, className }) => (
            <th scope="col" key={name} className={className === "num" ? "num" : undefined}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} aria-selected={picked?.has(row.id)}>
            {picked && !isPhone && (
              <td className="w-10">
                <Pick
                  name={row.name}
                  selected={picked.has(row.id)}
                  onToggle={(isRange) => picked.toggle(row.id, isRange)}
                />
              </td>
            )}
            <td className="max-w-88">
              <Link
                className="name line-clamp-2"
                to="/w/$wid/campaigns/$id"
                params={{ wid: String(wid), id: String(row.id) }}
                data-row-id={row.id}
              >
                {row.name}
              </Link>
              {row.tags.length > 0 && (
                <span className="mt-1 flex gap-1 overflow-hidden" title={row.tags.join(", ")}>
                  {row.tags.map((tag) => (
                    <span key={tag} className="tag min-w-0 shrink-0 last:shrink">
                      <span className="truncate">{tag}</span>
                    </span>
                  ))}
                </span>
              )}
            </td>
            <td>
              <CampaignState status={row.status} reason={row.paused_reason} />
            </td>
            {columns.map(({ name, className, cell }) => (
              <td key={name} className={className}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const columnsOf = (statusOf: (id: number) => SendingStatus | null): readonly Column[] => [
  {
    name: "leads",
    label: t("Leads"),
    className: "full wide:w-1/6 wide:min-w-32",
    cell: ({ stats }) => (
      <>
        <CampaignMeter stats={stats} />
        {stats.leads > 0 && (
          <span className="mt-1 block text-12 text-text-3">
            {t("{contacted} of {leads} contacted", {
              contacted: count(stats.contacted),
              leads: count(stats.leads),
            })}
          </span>
        )}
        {stats.sent > 0 && (
          <span className="block text-12 text-text-3 wide:hidden">
            {t("{sent} sent, {replyRate} replied", {
              sent: count(stats.sent),
              replyRate: percent(stats.rates.reply_rate),
            })}
          </span>
        )}
      </>
    ),
  },
  {
    name: "next",
    label: t("Next email"),
    className: "full wide:w-40",
    cell: (row) => <Next row={row} sending={statusOf(row.id)} />,
  },
  { name: "sent", label: t("Sent"), className: "num", cell: ({ stats }) => count(stats.sent) },
  {
    name: "opened",
    label: t("Opened"),
    className: "num",
    cell: ({ stats }) => percent(stats.rates.open_rate),
  },
  {
    name: "replied",
    label: t("Replied"),
    className: "num",
    cell: ({ stats }) => percent(stats.rates.reply_rate),
  },
  {
    name: "positive",
    label: t("Positive"),
    className: "num",
    cell: ({ stats }) => percent(stats.rates.positive_reply_rate),
  },
  {
    name: "meetings",
    label: t("Meetings"),
    className: "num",
    cell: ({ stats }) => count(stats.meetings_booked),
  },
  {
    name: "bounced",
    label: t("Bounced"),
    className: "num",
    cell: ({ stats }) => percent(stats.rates.bounce_rate),
  },
];

/** When its next email leaves, or why none does. */
function Next({ row, sending }: { row: CampaignListItem; sending: SendingStatus | null }) {
  if (row.status !== "active" || sending === null) return null;
  return (
    <span className="line-clamp-2 text-12 text-text-2" title={fromServer(sending.message)}>
      {sending.next_send_at ? (
        <>
          <span className="wide:hidden">{t("Next email")} </span>
          <LocalTime at={sending.next_send_at} zone={row.schedule.timezone} />
        </>
      ) : (
        fromServer(sending.message)
      )}
    </span>
  );
}
