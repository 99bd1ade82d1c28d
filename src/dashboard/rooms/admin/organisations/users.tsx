import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "#dashboard/api/client.ts";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Check, SelectField, TextArea } from "#dashboard/parts/field.tsx";
import { Find } from "#dashboard/parts/find.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { ORGANISATIONS, type Organisation, type User, usersQuery } from "./queries.ts";

const SAMPLE_ADDRESSES = "ann@example.com, bob@example.com";

/** So many addresses are granted by one request. */
const AT_ONCE = 200;

type Workspace = { readonly id: number; readonly name: string };

const useUsers = (id: number, q: string) => useInfiniteQuery(usersQuery(id, q));

/** Grants addresses to a workspace, or takes them back. */
function useSending(
  id: number,
  workspace: Workspace,
  emails: readonly string[],
  onDone: () => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (what: "grant" | "withdraw") => {
      const path = `${ORGANISATIONS}/${id}/addresses${what === "withdraw" ? "/withdraw" : ""}`;
      for (let from = 0; from < emails.length; from += AT_ONCE) {
        const some = emails.slice(from, from + AT_ONCE);
        await api.post<unknown>(path, { workspace_id: workspace.id, emails: some });
      }
      return what;
    },
    onSuccess: (what) => {
      const changed = { addresses: emails.length, workspace: workspace.name };
      toast(
        what === "grant"
          ? t(
              "{addresses, plural, one {# address} other {# addresses}} granted to {workspace}.",
              changed,
            )
          : t(
              "{addresses, plural, one {# address} other {# addresses}} taken back from {workspace}.",
              changed,
            ),
      );
      onDone();
    },
    onSettled: () =>
      Promise.all(
        ["organisations", "organisation-users"].map((key) =>
          queries.invalidateQueries({ queryKey: ["admin", key] }),
        ),
      ),
  });
}

/** The users of an organisation, ticked and granted to a workspace, or taken back from it. */
export function UserGrants({ organisation: { id, name } }: { organisation: Organisation }) {
  const { workspaces } = useMe();
  const [q, setQ] = useState("");
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState("");
  const [workspaceId, setWorkspaceId] = useState(workspaces[0]?.id ?? 0);
  const users = useUsers(id, q);
  const cannotList = isApiError(users.error) && users.error.code === "invalid_state";
  const emails = [
    ...new Set([
      ...picked,
      ...typed
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ]),
  ];
  const workspace = workspaces.find((one) => one.id === workspaceId);
  const send = useSending(id, { id: workspaceId, name: workspace?.name ?? "" }, emails, () => {
    setPicked(new Set());
    setTyped("");
  });
  const withdraw = async (): Promise<void> => {
    const sure = await ask({
      title: t(
        "Take {addresses, plural, one {# address} other {# addresses}} back from {workspace}?",
        { addresses: emails.length, workspace: workspace?.name },
      ),
      text: t(
        "Mailboxes that this workspace connected with them stop at the next sign-in. Their leads wait, and nothing is lost.",
      ),
      yes: t("Take back"),
    });
    if (sure) send.mutate("withdraw");
  };
  return (
    <Panel title={t("Addresses")}>
      <div className="grid gap-4">
        {cannotList ? (
          <Note tone="warn" title={t("Type the addresses to grant")}>
            {sentenceOf(users.error)}
          </Note>
        ) : (
          <Directory
            name={name}
            users={users}
            q={q}
            onFind={setQ}
            picked={picked}
            onPick={setPicked}
          />
        )}
        <TextArea
          label={cannotList ? t("Addresses") : t("More addresses")}
          rows={cannotList ? 4 : 2}
          spellCheck={false}
          placeholder={SAMPLE_ADDRESSES}
          hint={t("Such as shared mailboxes and aliases that are not in the list.")}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <div className="grid items-end gap-3 wide:grid-cols-[minmax(0,22rem)_auto]">
          <SelectField
            label={t("Workspace")}
            value={workspaceId}
            onChange={(event) => setWorkspaceId(Number(event.target.value))}
          >
            {workspaces.map((one) => (
              <option key={one.id} value={one.id}>
                {one.name}
              </option>
            ))}
          </SelectField>
          <span className="flex flex-wrap gap-2">
            <Button
              look="primary"
              disabled={emails.length === 0 || !workspace}
              busy={send.isPending}
              onClick={() => send.mutate("grant")}
            >
              {emails.length === 0
                ? t("Grant addresses")
                : t("Grant {addresses, plural, one {# address} other {# addresses}}", {
                    addresses: emails.length,
                  })}
            </Button>
            <Button
              disabled={emails.length === 0 || !workspace}
              busy={send.isPending}
              onClick={() => void withdraw()}
            >
              {t("Take back")}
            </Button>
          </span>
        </div>
        <div role="status">
          {send.error && (
            <Note tone="bad" title={t("Not all addresses were changed.")}>
              {(isApiError(send.error) && send.error.fields[0]?.message) || sentenceOf(send.error)}
            </Note>
          )}
        </div>
      </div>
    </Panel>
  );
}

/** The provider's own list, page by page, by the beginning of addresses. */
function Directory({
  name,
  users,
  q,
  onFind,
  picked,
  onPick,
}: {
  name: string;
  users: ReturnType<typeof useUsers>;
  q: string;
  onFind: (q: string) => void;
  picked: ReadonlySet<string>;
  onPick: (picked: ReadonlySet<string>) => void;
}) {
  const { workspaces } = useMe();
  const rows = users.data?.pages.flatMap(({ data }) => data) ?? [];
  const pick = (those: readonly string[], isOn: boolean): void => {
    const next = new Set(picked);
    for (const email of those) {
      if (isOn) next.add(email);
      else next.delete(email);
    }
    onPick(next);
  };
  return (
    <>
      <Find
        label={t("Beginning of an address")}
        value={q}
        onFind={(text) => onFind(text.trim().toLowerCase())}
      />
      {users.isPending || users.error ? (
        <Waiting
          what={t("users of {name}", { name })}
          rows={4}
          error={users.error}
          onRetry={users.refetch}
        />
      ) : (
        <UserList rows={rows} picked={picked} workspaces={workspaces} onPick={pick} />
      )}
      {users.hasNextPage && (
        <Button
          className="justify-self-start"
          busy={users.isFetchingNextPage}
          onClick={() => void users.fetchNextPage()}
        >
          {t("Show more users")}
        </Button>
      )}
    </>
  );
}

function UserList({
  rows,
  picked,
  workspaces,
  onPick,
}: {
  rows: readonly User[];
  picked: ReadonlySet<string>;
  workspaces: readonly Workspace[];
  onPick: (emails: readonly string[], isOn: boolean) => void;
}) {
  if (rows.length === 0) return <p className="text-text-2">{t("No address begins like this.")}</p>;
  const free = rows.filter(({ is_suspended }) => !is_suspended).map(({ email }) => email);
  const isWhole = free.length > 0 && free.every((email) => picked.has(email));
  const nameOf = (id: number): string =>
    workspaces.find((one) => one.id === id)?.name ?? t("workspace {id}", { id });
  return (
    <ul className="picks max-h-96 overflow-y-auto" aria-label={t("Users")}>
      <li>
        <Check
          label={t("Select all {users} shown", { users: count(free.length) })}
          checked={isWhole}
          onChange={() => onPick(free, !isWhole)}
        />
      </li>
      {rows.map(({ email, name, is_suspended, workspace_ids }) => (
        <li key={email}>
          <Check
            label={email}
            hint={name === email ? undefined : name}
            checked={picked.has(email)}
            onChange={(event) => onPick([email], event.target.checked)}
          />
          <span className="flex flex-wrap gap-1">
            {is_suspended && <Status shape="pause">{t("Suspended")}</Status>}
            {workspace_ids.map((id) => (
              <span key={id} className="tag">
                {nameOf(id)}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
