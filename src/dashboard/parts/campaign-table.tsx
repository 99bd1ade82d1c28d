import { Link } from "#dashboard/routing/link.tsx";
import type { CampaignListItem } from "#modules/campaigns/contract/campaigns.ts";
import { count, percent } from "#dashboard/lib/format.ts";
import { t } from "#dashboard/words/words.ts";
import { TableHead } from "./table-head.tsx";
import { Meter } from "./meter.tsx";
import { CampaignState } from "./statuses.tsx";

/** Campaigns with their progress; on a phone a list of two lines each. */
export function CampaignTable({ wid, rows }: { wid: number; rows: readonly CampaignListItem[] }) {
  return (
    <table className="tbl as-list">
      <TableHead
        columns={[
          t("Name"),
          t("Status"),
          t("Leads"),
          [t("Sent"), "num"],
          [t("Opened"), "num"],
          [t("Replied"), "num"],
          [t("Positive"), "num"],
          [t("Meetings"), "num"],
        ]}
      />
      <tbody>
        {rows.map((row) => (
          <Row key={row.id} wid={wid} row={row} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ wid, row }: { wid: number; row: CampaignListItem }) {
  const { stats } = row;
  return (
    <tr>
      <td className="max-w-88">
        <Link
          className="name line-clamp-2"
          to="/w/$wid/campaigns/$id"
          params={{ wid: String(wid), id: String(row.id) }}
        >
          {row.name}
        </Link>
      </td>
      <td>
        <CampaignState status={row.status} reason={row.paused_reason} />
      </td>
      <td className="full wide:w-1/5 wide:min-w-36">
        <CampaignMeter stats={stats} />
        {stats.sent > 0 && (
          <span className="mt-1 block text-12 text-text-3 wide:hidden">
            {t("{sent} sent, {rate} replied", {
              sent: count(stats.sent),
              rate: percent(stats.rates.reply_rate),
            })}
          </span>
        )}
      </td>
      <td className="num">{count(stats.sent)}</td>
      <td className="num">{percent(stats.rates.open_rate)}</td>
      <td className="num">{percent(stats.rates.reply_rate)}</td>
      <td className="num">{percent(stats.rates.positive_reply_rate)}</td>
      <td className="num">{count(stats.meetings_booked)}</td>
    </tr>
  );
}

/** The progress of its leads: replied, finished otherwise, under way, waiting. */
export function CampaignMeter({ stats }: { stats: CampaignListItem["stats"] }) {
  if (stats.leads === 0) return <span className="text-12 text-text-3">{t("no leads yet")}</span>;
  const of = (n: number): number => Math.round((n / stats.leads) * 1_000) / 10;
  const replied = stats.unique_replies;
  const finished = Math.max(0, stats.completed - replied);
  const under = Math.max(0, stats.contacted - replied - finished);
  const label = t("{replied} replied, {finished} finished, {under} in progress, of {leads} leads", {
    replied: count(replied),
    finished: count(finished),
    under: count(under),
    leads: count(stats.leads),
  });
  return (
    <span title={label}>
      <Meter
        label={label}
        parts={[
          { value: of(replied) },
          { value: of(finished), tone: "past" },
          { value: of(under), tone: "plan" },
        ]}
      />
    </span>
  );
}
