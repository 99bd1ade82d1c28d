import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import type { CSSProperties } from "react";
import type { Move, MoveCheck, MoveClient } from "#modules/moving/contract/moves.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import { count } from "#dashboard/lib/format.ts";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty, Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { byClient, Where } from "#dashboard/rooms/moves/by-client.tsx";
import { takenOver } from "#dashboard/rooms/moves/found.ts";
import {
  type CheckCampaign,
  checkQuery,
  moveClientsQuery,
  works,
} from "#dashboard/rooms/moves/queries.ts";
import { UnknownPlaces } from "#dashboard/rooms/moves/preview/campaign-choices.tsx";
import { fromServer, t } from "#dashboard/words/words.ts";
import { MoveAgain } from "./move-again.tsx";
import { Notes } from "./notes.tsx";

/** What was taken over, held against the Sent folders, before anything starts. */
export function CheckStep({ move }: { move: Move }) {
  const check = useQuery(checkQuery(move.id));
  const clients = useQuery(moveClientsQuery(move.id, works(move)));
  const isMoving = move.state === "moving" || move.state === "checking";
  return (
    <>
      {isMoving && <Progress move={move} clients={clients.data?.data ?? []} />}
      {!check.data || !clients.data ? (
        <Waiting
          what={t("check")}
          error={check.error ?? clients.error}
          onRetry={() => Promise.all([check.refetch(), clients.refetch()])}
          framed
        />
      ) : check.data.campaigns.every(({ campaign_id }) => campaign_id === null) && !isMoving ? (
        <Empty
          title={t("Nothing is moved yet")}
          action={
            <Link
              to="/admin/moves/$moveId"
              params={{ moveId: String(move.id) }}
              search={{ step: "preview" }}
              className={buttonClass({ look: "primary" })}
            >
              {t("Look at the preview")}
            </Link>
          }
        >
          {t("After the move you see here what was taken over, and where two sources disagree.")}
        </Empty>
      ) : (
        <Checked move={move} check={check.data} clients={clients.data.data} />
      )}
    </>
  );
}

/** How far the move is; the server does it, so the page can be closed. */
function Progress({ move, clients }: { move: Move; clients: readonly MoveClient[] }) {
  const all = takenOver(move);
  return (
    <Panel title={move.state === "checking" ? t("Checking mailboxes") : t("Moving")}>
      <div className="grid gap-2">
        <div
          className="meter"
          role="progressbar"
          aria-label={t("Taken over")}
          aria-valuemin={0}
          aria-valuemax={all.all}
          aria-valuenow={all.done}
        >
          <i
            className="ok"
            style={{ "--v": all.all === 0 ? 0 : (all.done / all.all) * 100 } as CSSProperties}
          />
        </div>
        <p className="text-13 text-text-2" role="status">
          {[
            t("{done} of {all} taken over.", { done: count(all.done), all: count(all.all) }),
            ...(move.doing === "" ? [] : [t("Now: {doing}.", { doing: move.doing })]),
            t("You can close this page."),
          ].join(" ")}
        </p>
        {clients.length > 1 && (
          <ul className="flex flex-wrap gap-x-6 gap-y-1 text-12 text-text-2">
            {clients
              .filter(({ choice }) => choice === "workspace")
              .map((client) => {
                const { all: some, done } = takenOver(client);
                return (
                  <li key={client.ref}>
                    {t("{name}: {done} of {all}", {
                      name: client.name || client.ref,
                      done: count(done),
                      all: count(some),
                    })}
                  </li>
                );
              })}
          </ul>
        )}
      </div>
    </Panel>
  );
}

function Checked({
  move,
  check,
  clients,
}: {
  move: Move;
  check: MoveCheck;
  clients: readonly MoveClient[];
}) {
  const { id, rival, state } = move;
  const isOpen = state === "ready_to_start" || state === "started";
  const taken = check.campaigns.filter(({ campaign_id }) => campaign_id !== null);
  const unknown = taken.filter((one) => one.unknown > 0);
  return (
    <>
      {byClient(taken, clients, rival).map(({ client, name, rows }) => (
        <Panel
          key={client?.ref ?? name}
          title={name}
          aside={<Where client={client} move={move} />}
          flush
        >
          <table className="tbl as-list">
            <TableHead
              columns={[
                t("Campaign"),
                [t("Leads there"), "num"],
                [t("Taken over"), "num"],
                [t("Unknown place"), "num"],
                [t("Disagree"), "num"],
                t("To do"),
              ]}
            />
            <tbody>
              {rows.map((row) => (
                <CampaignRow key={row.ref} row={row} />
              ))}
            </tbody>
          </table>
        </Panel>
      ))}
      {unknown.length > 0 && (
        <Panel title={t("Leads at an unknown place")}>
          <div className="grid gap-4">
            {unknown.map((one) => (
              <div key={one.ref} className="grid gap-1">
                <b className="font-medium">{one.name}</b>
                <UnknownPlaces
                  key={`${one.unknown_places}${one.unknown_step}`}
                  id={id}
                  campaign={one}
                  unknown={one.unknown}
                  steps={10}
                  disabled={!isOpen}
                />
              </div>
            ))}
            <p className="text-12 text-text-2">
              {t(
                "A decision counts with the next move. Until then these leads wait and get nothing.",
              )}
            </p>
          </div>
        </Panel>
      )}
      <Boxes check={check} />
      <Notes notes={check.notes} campaigns={check.campaigns} />
      {isOpen && <MoveAgain move={move} />}
      {isOpen && (
        <Link
          to="/admin/moves/$moveId"
          params={{ moveId: String(id) }}
          search={{ step: "start" }}
          className={buttonClass({ look: "primary" }, "justify-self-start")}
        >
          {t("Go on to the start")}
        </Link>
      )}
      <p className="text-12 text-text-3">
        {t("Where {product} and a Sent folder say different steps, the later one counts.", {
          product: RIVAL_NAMES[rival],
        })}
      </p>
    </>
  );
}

function CampaignRow({ row }: { row: CheckCampaign }) {
  const { name, campaign_id, workspace_id, leads, waiting, unknown, noted, not_connected } = row;
  const todo = [
    unknown > 0 &&
      t("Decide for {leads, plural, one {# lead} other {# leads}}.", { leads: unknown }),
    not_connected.length > 0 &&
      t("Connect {mailboxes, plural, one {# mailbox} other {# mailboxes}}.", {
        mailboxes: not_connected.length,
      }),
    waiting > 0 &&
      t(
        "{leads, plural, one {# lead waits to be taken over.} other {# leads wait to be taken over.}}",
        { leads: waiting },
      ),
    row.problem,
  ].filter((part) => part !== false && part !== null);
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
      <td className="num">{count(leads)}</td>
      <td className="num">{count(leads - waiting)}</td>
      <td className="num">{count(unknown)}</td>
      <td className="num">{count(noted)}</td>
      <td className="full">
        <span className="text-12 text-text-2 wide:hidden">
          {noted > 0
            ? t(
                "{taken} of {leads, plural, one {# lead} other {# leads}} taken over, {disagree} disagree.",
                { taken: count(leads - waiting), leads, disagree: count(noted) },
              )
            : t("{taken} of {leads, plural, one {# lead} other {# leads}} taken over.", {
                taken: count(leads - waiting),
                leads,
              })}{" "}
        </span>
        {todo.length === 0 ? (
          <Status tone="ok" shape="tick">
            {t("Nothing to do")}
          </Status>
        ) : (
          <span className="text-text-2">{todo.join(" ")}</span>
        )}
      </td>
    </tr>
  );
}

/** What lies in the folders of each mailbox. */
function Boxes({ check: { mailboxes } }: { check: MoveCheck }) {
  if (mailboxes.length === 0) return null;
  const failed = mailboxes.filter(
    ({ problem, mailbox_id }) => problem !== null && mailbox_id !== null,
  ).length;
  return (
    <Panel
      title={t("Folders of mailboxes")}
      flush
      footer={
        <span>
          {t(
            "Sent folders prove which emails left, with the ids that threads go on with. Inboxes say who answered.",
          )}
        </span>
      }
    >
      {failed > 0 && (
        <div className="p-4">
          <Note
            tone="warn"
            title={t(
              "{mailboxes, plural, one {# mailbox could not be read} other {# mailboxes could not be read}}",
              { mailboxes: failed },
            )}
          >
            {t("Fix what is wrong, then move again.")}
          </Note>
        </div>
      )}
      <table className="tbl as-list">
        <TableHead
          columns={[
            t("Mailbox"),
            t("Status"),
            [t("Sent"), "num"],
            [t("Received"), "num"],
            [t("Read"), "wide"],
          ]}
        />
        <tbody>
          {mailboxes.map((box) => (
            <tr key={`${box.workspace_id} ${box.email}`}>
              <td className="full break-all">{box.email}</td>
              <td className="full">
                {box.mailbox_id === null ? (
                  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <Status tone="warn" shape="triangle">
                      {t("Not connected")}
                    </Status>
                    <Link
                      className={buttonClass({ size: "small" })}
                      to="/w/$wid/mailboxes"
                      params={{ wid: String(box.workspace_id) }}
                      search={{ connect: true }}
                      aria-label={t("Connect {email}", { email: box.email })}
                    >
                      {t("Connect")}
                    </Link>
                  </span>
                ) : box.problem !== null ? (
                  <Status tone="bad" shape="octagon">
                    {box.problem && fromServer(box.problem)}
                  </Status>
                ) : box.checked_at === null ? (
                  <Status shape="ring">{t("Not read yet")}</Status>
                ) : (
                  <Status tone="ok" shape="tick">
                    {t("Read")}
                  </Status>
                )}
              </td>
              <td className="num">{count(box.sent)}</td>
              <td className="num">{count(box.received)}</td>
              <td className="text-text-2 max-wide:hidden">
                {box.checked_at && <LocalTime at={box.checked_at} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
