import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useState } from "react";
import type { Move, MoveClient } from "#modules/moving/contract/moves.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import { api } from "#dashboard/api/client.ts";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { meQuery } from "#dashboard/api/session.ts";

import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { SelectField, TextField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty, Note } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { MOVES, moveClientsQuery, moveChanged, works } from "#dashboard/rooms/moves/queries.ts";
import { clientName, HOMELESS } from "#dashboard/rooms/moves/rivals.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { Taken } from "#dashboard/rooms/moves/taken.tsx";
import { t } from "#dashboard/words/words.ts";
import { type Choice, choiceOf, type Draft, draftOfClient, isStored } from "./drafts.ts";

/** Each client of the agency, and the workspace that it goes into. */
export function ClientsStep({ move }: { move: Move }) {
  const { data, error, refetch } = useQuery(moveClientsQuery(move.id, works(move)));
  if (!data) return <Waiting what={t("clients")} error={error} onRetry={refetch} framed />;
  if (data.data.length === 0) {
    return (
      <Empty title={t("No clients yet")}>
        {t(
          "Clients appear as soon as something of them is read. Read {product} or give files first.",
          { product: RIVAL_NAMES[move.rival] },
        )}
      </Empty>
    );
  }
  return <Table move={move} clients={data.data} />;
}

function Table({ move, clients }: { move: Move; clients: readonly MoveClient[] }) {
  const { id, rival, state } = move;
  const { me, may } = useWorkspace();
  const queries = useQueryClient();
  const [drafts, setDrafts] = useState<Readonly<Record<string, Draft>>>({});
  const mayCreate = may("admin.read");
  const isOpen = state !== "moving" && state !== "checking" && state !== "ended";
  const rows = clients.map((client) => {
    const draft = drafts[client.ref] ?? draftOfClient(client, mayCreate);
    const choice = choiceOf(client.ref, draft);
    return { client, draft, choice, isNew: choice !== null && !isStored(client, choice) };
  });
  const fresh = rows.flatMap(({ choice, isNew }) => (choice && isNew ? [choice] : []));
  const open = rows.filter(({ choice }) => choice === null).length;
  const save = useMutation({
    mutationFn: (choices: readonly Choice[]) =>
      api.put<{ data: readonly MoveClient[] }>(`${MOVES}/${id}/clients`, { clients: choices }),
    onSuccess: async (saved, choices) => {
      queries.setQueryData(moveClientsQuery(id, false).queryKey, saved);
      setDrafts({});
      await Promise.all([moveChanged(id), queries.invalidateQueries(meQuery)]);
      toast(
        t(
          "{decisions, plural, one {# decision saved.} other {# decisions saved.}} Nothing is moved yet.",
          {
            decisions: choices.length,
          },
        ),
      );
    },
  });
  const faultOf = (ref: string): string | null => {
    if (!isApiError(save.error)) return null;
    const place = save.variables?.findIndex((one) => one.ref === ref) ?? -1;
    if (place < 0) return null;
    return (
      save.error.fields.find(({ path }) => path.startsWith(`clients.${place}.`))?.message ?? null
    );
  };
  const isElsewhere = save.error && !(isApiError(save.error) && save.error.fields.length > 0);
  const homeless = clients.length > 1 && clients.some(({ ref }) => ref === "");
  return (
    <>
      {homeless && (
        <Note tone="warn" title={t("Some rows belong to no client")}>
          {HOMELESS[rival].help}
        </Note>
      )}
      <Panel
        title={t("{clients, plural, one {# client} other {# clients}} of {product}", {
          clients: clients.filter(({ ref }) => ref !== "").length || 1,
          product: RIVAL_NAMES[rival],
        })}
        flush
        footer={
          <Decided
            move={id}
            open={open}
            fresh={fresh.length}
            busy={save.isPending}
            onSave={isOpen ? () => save.mutate(fresh) : null}
          />
        }
      >
        <table className="tbl as-list move-clients">
          <TableHead columns={[t("Client"), t("Found"), t("Goes into"), t("Taken over")]} />
          <tbody>
            {rows.map(({ client, draft }) => (
              <tr key={client.ref}>
                <td className="full min-w-40 break-words">
                  <b className="font-medium">{clientName(client, clients, rival)}</b>
                </td>
                <td className="full text-12 text-text-2">{foundWords(client)}</td>
                <td className="full">
                  <Target
                    name={clientName(client, clients, rival)}
                    draft={draft}
                    workspaces={me.workspaces}
                    mayCreate={mayCreate}
                    disabled={!isOpen}
                    fault={faultOf(client.ref) ?? client.problem}
                    onChange={(next) => setDrafts({ ...drafts, [client.ref]: next })}
                  />
                </td>
                <td className="full">
                  <Taken of={client} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Panel>
      {isElsewhere && (
        <Note tone="bad" title={t("The decisions were not saved.")}>
          {sentenceOf(save.error)}
        </Note>
      )}
    </>
  );
}

/** How many clients have a place, and what to do next. */
function Decided({
  move,
  open,
  fresh,
  busy,
  onSave,
}: {
  move: number;
  open: number;
  fresh: number;
  busy: boolean;
  /** Null once the move runs. */
  onSave: (() => void) | null;
}) {
  return (
    <div className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 py-1">
      <span className="text-12 text-text-2">
        {open > 0
          ? t(
              "{clients, plural, one {# client stays behind until you decide.} other {# clients stay behind until you decide.}}",
              { clients: open },
            )
          : t("Every client has a place.")}
      </span>
      <span className="ml-auto flex flex-wrap gap-2 max-wide:ml-0">
        {onSave && (
          <Button
            look={fresh > 0 ? "primary" : undefined}
            disabled={fresh === 0}
            busy={busy}
            onClick={onSave}
          >
            {fresh > 0
              ? t("Save {decisions, plural, one {# decision} other {# decisions}}", {
                  decisions: fresh,
                })
              : t("All decisions saved")}
          </Button>
        )}
        <Link
          to="/admin/moves/$moveId"
          params={{ moveId: String(move) }}
          search={{ step: "preview" }}
          className={buttonClass(fresh > 0 ? {} : { look: "primary" })}
        >
          {t("Look at the preview")}
        </Link>
      </span>
    </div>
  );
}

const foundWords = ({ found }: MoveClient): string =>
  [
    t("{campaigns, plural, one {# campaign} other {# campaigns}}", {
      campaigns: found.campaigns,
    }),
    t("{leads, plural, one {# lead} other {# leads}}", {
      leads: found.leads,
    }),
    t("{mailboxes, plural, one {# mailbox} other {# mailboxes}}", {
      mailboxes: found.mailboxes,
    }),
  ].join(", ");

const NEW = "new";
const OUT = "leave_out";

/** Where one client goes. */
function Target({
  name,
  draft,
  workspaces,
  mayCreate,
  disabled,
  fault,
  onChange,
}: {
  name: string;
  draft: Draft;
  workspaces: readonly { readonly id: number; readonly name: string }[];
  mayCreate: boolean;
  disabled: boolean;
  fault: string | null;
  onChange: (draft: Draft) => void;
}) {
  const value =
    draft.choice === "workspace"
      ? draft.workspace === null
        ? ""
        : String(draft.workspace)
      : draft.choice;
  const choose = (next: string): void =>
    onChange(
      next === NEW || next === OUT
        ? { ...draft, choice: next }
        : next === ""
          ? { ...draft, choice: "" }
          : { ...draft, choice: "workspace", workspace: Number(next) },
    );
  return (
    <div className="grid gap-2">
      <SelectField
        label={t("Workspace for {name}", { name })}
        hideLabel
        value={value}
        disabled={disabled}
        error={draft.choice === NEW ? null : fault}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">{t("Choose a workspace")}</option>
        {mayCreate && <option value={NEW}>{t("New workspace")}</option>}
        <option value={OUT}>{t("Leave out")}</option>
        {workspaces.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </SelectField>
      {draft.choice === NEW && (
        <div className="grid gap-2 wide:grid-cols-2">
          <TextField
            label={t("Name of the workspace for {name}", { name })}
            hideLabel
            placeholder={t("Name")}
            maxLength={100}
            value={draft.name}
            disabled={disabled}
            error={fault}
            onChange={(event) => onChange({ ...draft, name: event.target.value })}
          />
          <TextField
            label={t("URL name of the workspace for {name}", { name })}
            hideLabel
            placeholder={t("URL name")}
            maxLength={60}
            value={draft.slug}
            disabled={disabled}
            onChange={(event) => onChange({ ...draft, slug: event.target.value })}
          />
        </div>
      )}
    </div>
  );
}
