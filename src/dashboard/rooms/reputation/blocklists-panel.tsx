import { useQuery } from "@tanstack/react-query";
import type { Listing } from "#modules/reputation/contract/blocklists.ts";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { Status, type Tone } from "#dashboard/parts/status.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { t } from "#dashboard/words/words.ts";
import { blocklistsQuery } from "./queries.ts";

const STATES: Readonly<Record<Listing["status"], { readonly tone: Tone; readonly says: string }>> =
  {
    listed: { tone: "bad", says: t("Listed") },
    clean: { tone: "ok", says: t("Not listed") },
    information: { tone: "info", says: t("Note") },
    unknown: { tone: "plain", says: t("Unknown") },
  };
const USES: Readonly<Record<Listing["use"], string>> = {
  sending: t("Sends email"),
  tracking: t("Tracking domain"),
  server: t("Mail server"),
  linked: t("Linked in emails"),
};
const REASONS: Readonly<Record<NonNullable<Listing["reason"]>, string>> = {
  no_road: t("No companion and no key can ask it"),
  refused: t("The list refuses this resolver"),
  timeout: t("The resolver did not answer in time"),
  resolver_failed: t("The resolver failed"),
  strange_answer: t("The answer is no code of the list"),
  test_point: t("The list's test points failed"),
  not_asked: t("Not asked yet"),
};

/** What each list says of each domain and address. */
export function BlocklistsPanel({ wid }: { wid: number }) {
  const { data, error, refetch } = useQuery(blocklistsQuery(wid));
  if (!data)
    return <Waiting what={t("block lists")} rows={4} error={error} onRetry={refetch} framed />;
  if (data.data.length === 0) {
    return (
      <Empty picture="reputation" title={t("No block list has been asked yet")}>
        {t(
          "Domains of mailboxes, the tracking domain and linked domains are asked about within an hour.",
        )}
      </Empty>
    );
  }
  const listed = data.data.filter(({ status }) => status === "listed").length;
  const unknown = data.data.filter(({ status }) => status === "unknown").length;
  return (
    <Panel
      title={t("Block lists")}
      aside={
        listed > 0 ? (
          <Status tone="bad" shape="octagon" loud>
            {t("{listed, plural, one {# listing} other {# listings}}", { listed })}
          </Status>
        ) : unknown > 0 ? (
          <Status>{t("{unknown} unknown", { unknown })}</Status>
        ) : (
          <Status tone="ok">{t("Not listed")}</Status>
        )
      }
      flush
      footer={t(
        "Unknown says nothing: the list refused, or was not reached. A notification comes after a second answer.",
      )}
    >
      <Scroll label={t("Block lists")}>
        <table className="tbl">
          <TableHead columns={[t("Name"), t("List"), t("Status"), [t("Checked"), "wide"]]} />
          <tbody>
            {data.data.map((one) => (
              <Row key={`${one.list} ${one.name}`} one={one} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </Panel>
  );
}

function Row({ one }: { one: Listing }) {
  const { tone, says } = STATES[one.status];
  return (
    <tr>
      <td>
        <b className="font-medium break-all">{one.name}</b>
        <span className="block text-12 text-text-3">{USES[one.use]}</span>
      </td>
      <td>
        {one.list_name}
        {one.status === "listed" && (
          <a
            className="block text-12 underline"
            href={one.delisting_url}
            target="_blank"
            rel="noreferrer"
          >
            {t("Ask to be removed")}
          </a>
        )}
      </td>
      <td>
        <Status tone={tone}>{says}</Status>
        {one.reason !== null && (
          <span className="block text-12 text-text-2">{REASONS[one.reason]}</span>
        )}
        {one.status === "listed" && !one.confirmed && (
          <span className="block text-12 text-text-2">{t("Waits for a second answer")}</span>
        )}
      </td>
      <td className="whitespace-nowrap text-text-3 max-wide:hidden">
        {one.checked_at === null ? t("Not yet") : <LocalTime at={one.checked_at} />}
      </td>
    </tr>
  );
}
