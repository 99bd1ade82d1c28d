import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate } from "#dashboard/routing/use-place.ts";
import type { Move, MoveClient, MovePreview } from "#modules/moving/contract/moves.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import {
  moveClientsQuery,
  MOVES,
  movePreviewQuery,
  showMove,
  works,
} from "#dashboard/rooms/moves/queries.ts";
import { byClient, Where } from "#dashboard/rooms/moves/by-client.tsx";
import { t } from "#dashboard/words/words.ts";
import { CampaignPreview } from "./campaign-preview.tsx";
import { ConnectFirst } from "./connect-first.tsx";
import { UnreadRows } from "./faults.tsx";

/** What will come, and what can't, before anything is moved. */
export function PreviewStep({ move }: { move: Move }) {
  const preview = useQuery(movePreviewQuery(move.id));
  const clients = useQuery(moveClientsQuery(move.id, works(move)));
  if (!preview.data || !clients.data) {
    return (
      <Waiting
        what={t("preview")}
        error={preview.error ?? clients.error}
        onRetry={() => Promise.all([preview.refetch(), clients.refetch()])}
        framed
      />
    );
  }
  return <Preview move={move} preview={preview.data} clients={clients.data.data} />;
}

function Preview({
  move,
  preview,
  clients,
}: {
  move: Move;
  preview: MovePreview;
  clients: readonly MoveClient[];
}) {
  const { id, rival, state } = move;
  const { campaigns, suppressions, leads, connect_first, faults } = preview;
  const isOpen = state === "ready" || state === "ready_to_start" || state === "started";
  return (
    <>
      <p className="text-text-2">
        {t(
          "{campaigns, plural, one {# campaign} other {# campaigns}}, {leads, plural, one {# lead} other {# leads}} and {suppressions, plural, one {# suppression} other {# suppressions}} were found. Suppressions come first: nobody on them gets an email. Campaigns arrive paused.",
          { campaigns: campaigns.length, leads, suppressions },
        )}
      </p>
      {byClient(campaigns, clients, rival).map(({ client, name, rows }) => (
        <Panel
          key={client?.ref ?? name}
          title={name}
          aside={<Where client={client} move={move} />}
          flush
        >
          {rows.map((campaign) => (
            <CampaignPreview
              key={campaign.ref}
              id={id}
              rival={rival}
              campaign={campaign}
              isOpen={isOpen}
            />
          ))}
        </Panel>
      ))}
      {campaigns.length === 0 && (
        <Note title={t("No campaigns were found")}>
          {t("Suppressions, leads and mailboxes still come along.")}
        </Note>
      )}
      <ConnectFirst move={move} clients={clients} boxes={connect_first} />
      <UnreadRows faults={faults} total={move.found.faults} />
      {isOpen && <MovePanel move={move} preview={preview} clients={clients} />}
    </>
  );
}

/** Takes it over: what that does, in numbers, and the button. */
function MovePanel({
  move,
  preview,
  clients,
}: {
  move: Move;
  preview: MovePreview;
  clients: readonly MoveClient[];
}) {
  const { id, workspace_id, waiting, undecided_clients } = move;
  const navigate = useNavigate();
  const places = clients.filter(({ choice }) => choice === "workspace" || choice === "new");
  const out = new Set(clients.filter(({ choice }) => choice === "leave_out").map(({ ref }) => ref));
  const isIn = (client: string): boolean =>
    workspace_id !== null || places.some(({ ref }) => ref === client);
  const coming = preview.campaigns.filter(
    ({ client, left_out, time_zone }) => isIn(client) && !left_out && time_zone !== null,
  );
  const zoneless = preview.campaigns.filter(
    ({ client, left_out, time_zone }) =>
      !out.has(client) && isIn(client) && !left_out && time_zone === null,
  ).length;
  const isAgain = move.state !== "ready";
  const begin = useMutation({
    mutationFn: () => api.post<Move>(`${MOVES}/${id}/move`),
    onSuccess: async (moved) => {
      await showMove(moved);
      await navigate({
        to: "/admin/moves/$moveId",
        params: { moveId: String(id) },
        search: { step: "check" },
      });
    },
  });
  const made = clients.filter(({ choice }) => choice === "new").length;
  const nothing = workspace_id === null && places.length === 0;
  const many = { campaigns: coming.length };
  const verb = isAgain
    ? t("Move what is new")
    : t("Move {campaigns, plural, one {# campaign} other {# campaigns}}", many);
  const confirm = (): void =>
    void ask({
      title: isAgain
        ? t("Move what is new?")
        : t("Move {campaigns, plural, one {# campaign} other {# campaigns}}?", many),
      text: (
        <>
          {made > 0 &&
            t(
              "{workspaces, plural, one {# workspace is created.} other {# workspaces are created.}}",
              { workspaces: made },
            ) + " "}
          {t(
            "{suppressions, plural, one {# suppression} other {# suppressions}} and {leads, plural, one {# lead} other {# leads}} come along, as far as their clients have a workspace. Campaigns arrive paused: no email is sent.",
            { suppressions: waiting.suppressions, leads: waiting.leads },
          )}
        </>
      ),
      yes: verb,
      danger: false,
    }).then((yes) => yes && begin.mutate());
  return (
    <Panel title={t("Move")}>
      <div className="grid gap-3">
        {undecided_clients > 0 && workspace_id === null && (
          <p className="text-13 text-text-2">
            {t(
              "{clients, plural, one {# client stays behind: nobody has decided yet.} other {# clients stay behind: nobody has decided yet.}}",
              { clients: undecided_clients },
            )}
          </p>
        )}
        {zoneless > 0 && (
          <p className="text-13 text-text-2">
            {t(
              "{campaigns, plural, one {# campaign stays behind without a time zone.} other {# campaigns stay behind without a time zone.}}",
              { campaigns: zoneless },
            )}
          </p>
        )}
        {begin.error && (
          <Note tone="bad" title={t("It was not moved.")}>
            {sentenceOf(begin.error)}
          </Note>
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button look="primary" busy={begin.isPending} disabled={nothing} onClick={confirm}>
            {verb}
          </Button>
          <span className="text-13 text-text-2">
            {nothing
              ? t("First choose a workspace for a client.")
              : t("Nothing is sent before you start a campaign.")}
          </span>
        </div>
      </div>
    </Panel>
  );
}
