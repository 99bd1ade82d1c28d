import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useState } from "react";
import type { Move, MoveCheck, MoveClient } from "#modules/moving/contract/moves.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty, Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { byClient } from "#dashboard/rooms/moves/by-client.tsx";
import {
  type CheckCampaign,
  checkQuery,
  moveClientsQuery,
  works,
} from "#dashboard/rooms/moves/queries.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { StartDialog } from "./start-dialog.tsx";
import { Watching } from "./watching.tsx";

/** Starts campaigns, each once it is off at the other product; then opt-outs are watched there. */
export function StartStep({ move }: { move: Move }) {
  const check = useQuery(checkQuery(move.id));
  const clients = useQuery(moveClientsQuery(move.id, false));
  return (
    <>
      {(move.state === "started" || move.state === "ended") && <Watching move={move} />}
      {!check.data || !clients.data ? (
        <Waiting
          what={t("campaigns")}
          error={check.error ?? clients.error}
          onRetry={() => Promise.all([check.refetch(), clients.refetch()])}
          framed
        />
      ) : (
        <Starts move={move} check={check.data} clients={clients.data.data} />
      )}
    </>
  );
}

const isStartable = ({ campaign_id, start }: CheckCampaign): boolean =>
  campaign_id !== null && start === "none";

function Starts({
  move,
  check,
  clients,
}: {
  move: Move;
  check: MoveCheck;
  clients: readonly MoveClient[];
}) {
  const { id, rival, state } = move;
  const [asked, setAsked] = useState<readonly CheckCampaign[]>([]);
  const taken = check.campaigns.filter(({ campaign_id }) => campaign_id !== null);
  const isOpen = state === "ready_to_start" || state === "started";
  const isStarting = works(move) && taken.some(({ start }) => start === "asked");
  if (taken.length === 0) {
    return (
      <Empty
        title={t("Nothing to start yet")}
        action={
          <Link
            to="/admin/moves/$moveId"
            params={{ moveId: String(id) }}
            search={{ step: "preview" }}
            className={buttonClass({ look: "primary" })}
          >
            {t("Look at the preview")}
          </Link>
        }
      >
        {t("Campaigns can start once they are moved.")}
      </Empty>
    );
  }
  const groups = byClient(taken, clients, rival);
  const startableOf = groups.filter(({ rows }) => rows.some(isStartable)).length;
  return (
    <>
      {isStarting && (
        <Note tone="info" title={t("Starting")}>
          <span role="status">
            {t(
              "{product} is read once more first, so that nobody who answered or opted out meanwhile gets an email.",
              { product: RIVAL_NAMES[rival] },
            )}
            {move.doing !== "" && " " + t("Now: {doing}.", { doing: move.doing })}{" "}
            {t("You can close this page.")}
          </span>
        </Note>
      )}
      {state === "ready_to_start" && (
        <p className="text-text-2">
          {t(
            "Stop each campaign at {product} before you start it here. Two products must not send the same campaign.",
            { product: RIVAL_NAMES[rival] },
          )}
        </p>
      )}
      {groups.map(({ client, name, rows }) => {
        const startable = rows.filter(isStartable);
        return (
          <Panel
            key={client?.ref ?? name}
            title={name}
            aside={
              isOpen &&
              startable.length > 0 && (
                <Button
                  className="ml-auto max-wide:ml-0"
                  look={startableOf === 1 ? "primary" : undefined}
                  aria-label={t(
                    "Start {campaigns, plural, one {# campaign} other {# campaigns}} of {name}",
                    { campaigns: startable.length, name },
                  )}
                  onClick={() => setAsked(startable)}
                >
                  {t("Start {campaigns, plural, one {# campaign} other {# campaigns}}", {
                    campaigns: startable.length,
                  })}
                </Button>
              )
            }
            flush
          >
            <table className="tbl as-list">
              <TableHead
                columns={[
                  t("Campaign"),
                  t("Status"),
                  [t("Leads"), "num"],
                  [t("Unknown place"), "num"],
                  [t("Start"), "unseen"],
                ]}
              />
              <tbody>
                {rows.map((row) => (
                  <Row key={row.ref} row={row} isOpen={isOpen} onStart={() => setAsked([row])} />
                ))}
              </tbody>
            </table>
          </Panel>
        );
      })}
      {asked.length > 0 && (
        <StartDialog move={move} campaigns={asked} onClose={() => setAsked([])} />
      )}
    </>
  );
}

function Row({
  row,
  isOpen,
  onStart,
}: {
  row: CheckCampaign;
  isOpen: boolean;
  onStart: () => void;
}) {
  const { name, workspace_id, campaign_id, start, problem, leads, unknown } = row;
  return (
    <tr>
      <td className="full">
        <Link
          className="name break-words"
          to="/w/$wid/campaigns/$id"
          params={{ wid: String(workspace_id), id: String(campaign_id) }}
        >
          {name}
        </Link>
      </td>
      <td className={problem === null ? "" : "full"}>
        {problem !== null ? (
          <Status tone="bad" shape="octagon">
            {fromServer(problem)}
          </Status>
        ) : start === "started" ? (
          <Status tone="ok">{t("Started")}</Status>
        ) : start === "asked" ? (
          <Status tone="info" shape="half">
            {t("Starting")}
          </Status>
        ) : (
          <Status shape="pause">{t("Not started")}</Status>
        )}
      </td>
      <td className="num">{count(leads)}</td>
      <td className="num">{count(unknown)}</td>
      <td className="text-right max-wide:col-start-2">
        {isOpen && isStartable(row) && (
          <Button size="small" aria-label={t("Start {name}", { name })} onClick={onStart}>
            {t("Start")}
          </Button>
        )}
      </td>
    </tr>
  );
}
