import type { DmarcReports } from "#modules/reputation/contract/reports.ts";
import { count } from "#dashboard/lib/format.ts";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { Status, type Tone } from "#dashboard/parts/status.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { t } from "#dashboard/words/words.ts";

type Head = DmarcReports["latest"][number];

const STANDINGS: Readonly<
  Record<Head["standing"], { readonly tone: Tone; readonly says: string }>
> = {
  verified: { tone: "ok", says: t("Counted") },
  unverified: { tone: "warn", says: t("Not verified") },
  other_domain: { tone: "warn", says: t("About another domain") },
  refused: { tone: "bad", says: t("Could not be read") },
};

/** The reports that came last, and what became of them. */
export function Arrived({
  title,
  counts,
  latest,
}: {
  title: string;
  counts: DmarcReports["reports"];
  latest: readonly Head[];
}) {
  if (latest.length === 0) return null;
  return (
    <Panel
      title={title}
      flush
      footer={t(
        "{verified} counted, {unverified} not verified, {otherDomain} about other domains, {refused} could not be read.",
        {
          verified: count(counts.verified),
          unverified: count(counts.unverified),
          otherDomain: count(counts.other_domain),
          refused: count(counts.refused),
        },
      )}
    >
      <Scroll label={title}>
        <table className="tbl">
          <TableHead
            columns={[
              t("Reporter"),
              t("About"),
              [t("Emails"), "num"],
              t("Status"),
              [t("Came"), "wide"],
            ]}
          />
          <tbody>
            {latest.map((one) => (
              <tr key={`${one.sender} ${one.received_at} ${one.begins_at} ${one.domain}`}>
                <td>
                  <b className="font-medium">{one.reporter}</b>
                  <span className="block text-12 text-text-3">{one.sender}</span>
                </td>
                <td>{one.domain}</td>
                <td className="num">{count(one.messages)}</td>
                <td>
                  <Status tone={STANDINGS[one.standing].tone}>
                    {STANDINGS[one.standing].says}
                  </Status>
                  {one.flaw !== null && (
                    <span className="block text-12 text-text-2">
                      {one.flaw.replaceAll("_", " ")}
                    </span>
                  )}
                </td>
                <td className="whitespace-nowrap text-text-3 max-wide:hidden">
                  <LocalTime at={one.received_at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Panel>
  );
}
