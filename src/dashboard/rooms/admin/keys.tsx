import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useDeferredValue, useState } from "react";
import type { z } from "zod";
import type { OrphanedKey } from "#modules/accounts/contract/api-keys.ts";
import type { CreatedInstallKey, InstallKey } from "#modules/accounts/contract/install-keys.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Check, SelectField, TextField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { CreateKey } from "#dashboard/rooms/keys/create-key.tsx";
import { KeyRow } from "#dashboard/rooms/keys/key-row.tsx";
import { listError } from "#dashboard/rooms/keys/limits.ts";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { ROLES_INSIDE } from "./roles.ts";
import { installKeysQuery, orphanedKeysQuery, workspacesQuery } from "./queries.ts";

const PROBLEMS: Readonly<Partial<Record<InstallKey["status"], string>>> = {
  stopped: t("Stopped: its creator is no longer an admin. Adopt or revoke it."),
  expired: t("Expired. Revoke it, and create another one if it is still needed."),
};

const COLUMNS = [
  t("Name"),
  t("Key"),
  t("Access"),
  t("Limits"),
  t("Last used"),
  [t("Actions"), "unseen"],
] as const;

/** As many workspaces are named in the table. */
const NAMED = 3;

/** Keys of the installation: for programs that work in several workspaces. */
export function Keys() {
  const queries = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(installKeysQuery);
  const refresh = () => queries.invalidateQueries({ queryKey: installKeysQuery.queryKey });
  const revoke = useMutation({
    mutationFn: (key: InstallKey) => api.delete(`/admin/api-keys/${key.id}`),
    onSuccess: () => toast(t("API key revoked.")),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: refresh,
  });
  const adopt = useMutation({
    mutationFn: (key: InstallKey) => api.post(`/admin/api-keys/${key.id}/adopt`),
    onSuccess: () => toast(t("API key adopted. It works again and belongs to you.")),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: refresh,
  });
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus size={16} aria-hidden="true" />
      {t("Create API key")}{" "}
    </Button>
  );
  return (
    <>
      {!data ? (
        <Waiting what={t("keys")} rows={3} error={error} onRetry={refetch} />
      ) : data.data.length === 0 ? (
        <Empty picture="key" title={t("No keys of the installation yet")} action={add}>
          {t(
            "Such a key gives a program access to all or several workspaces, over REST and MCP. Keys of one workspace are under its Settings, API keys.",
          )}
        </Empty>
      ) : (
        <Panel title={t("API keys")} aside={<span className="ml-auto">{add}</span>} flush>
          <table className="tbl as-list">
            <TableHead columns={COLUMNS} />
            <tbody>
              {data.data.map((key) => (
                <KeyRow
                  key={key.id}
                  shown={key}
                  whose={<Whose shown={key} />}
                  problem={PROBLEMS[key.status] ?? null}
                  adoptText={t(
                    "The key then belongs to you, and stops if you are no longer an admin.",
                  )}
                  onAdopt={() => adopt.mutate(key)}
                  onRevoke={() => revoke.mutate(key)}
                />
              ))}
            </tbody>
          </table>
        </Panel>
      )}
      <Orphaned />
      {isAdding && <MakeKey onMade={refresh} onClose={() => setAdding(false)} />}
    </>
  );
}

/** Keys of workspaces whose creators left: shown while there are some. */
function Orphaned() {
  const queries = useQueryClient();
  const { data } = useQuery(orphanedKeysQuery);
  const refresh = () => queries.invalidateQueries({ queryKey: orphanedKeysQuery.queryKey });
  const pathOf = (key: OrphanedKey): string => `/workspaces/${key.workspace.id}/api-keys/${key.id}`;
  const adopt = useMutation({
    mutationFn: (key: OrphanedKey) => api.post(`${pathOf(key)}/adopt`),
    onSuccess: () => toast(t("API key adopted. It works again and belongs to you.")),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: refresh,
  });
  const revoke = useMutation({
    mutationFn: (key: OrphanedKey) => api.delete(pathOf(key)),
    onSuccess: () => toast(t("API key revoked.")),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: refresh,
  });
  if (!data || data.data.length === 0) return null;
  return (
    <Panel title={t("Workspace keys whose creators left")} className="mt-6" flush>
      <table className="tbl as-list">
        <TableHead columns={COLUMNS} />
        <tbody>
          {data.data.map((key) => (
            <KeyRow
              key={key.id}
              shown={key}
              whose={`${key.workspace.name}, ${ROLES_INSIDE[key.role]}`}
              problem={
                key.status === "flagged"
                  ? t("Still works. Adopt or revoke it.")
                  : t("Stopped. Adopt or revoke it.")
              }
              adoptText={t(
                "The key then belongs to you, and stops if you lose access to its workspace.",
              )}
              onAdopt={() => adopt.mutate(key)}
              onRevoke={() => revoke.mutate(key)}
            />
          ))}
        </tbody>
      </table>
    </Panel>
  );
}

function Whose({
  shown: { workspaces, created_by: creator, adopted_by: adopter },
}: {
  shown: InstallKey;
}) {
  const owner = adopter ?? creator;
  const names = (workspaces ?? []).map(({ name }) => name);
  const more = names.length - NAMED;
  return (
    <>
      {workspaces === null
        ? t("All workspaces")
        : more > 0
          ? t("{names} and {more} more", { names: names.slice(0, NAMED).join(", "), more })
          : names.join(", ")}
      <span className="block text-text-3">{ownerWords(adopter !== null, owner.name)}</span>
    </>
  );
}

function ownerWords(isAdopted: boolean, name: string | null): string {
  if (name === null)
    return isAdopted ? t("Adopted by a deleted account") : t("Created by a deleted account");
  return isAdopted ? t("Adopted by {name}", { name }) : t("Created by {name}", { name });
}

function MakeKey({ onMade, onClose }: { onMade: () => Promise<void>; onClose: () => void }) {
  const [everywhere, setEverywhere] = useState(true);
  const [chosen, setChosen] = useState<ReadonlyMap<number, string>>(new Map());
  return (
    <CreateKey
      role={{ keyKind: "install", role: "admin" }}
      everywhere={everywhere}
      make={async (body) => {
        const ids = everywhere ? null : [...chosen.keys()];
        const sent = { ...body, workspace_ids: ids };
        const made = await api.post<z.output<typeof CreatedInstallKey>>("/admin/api-keys", sent);
        await onMade();
        return made;
      }}
      onClose={onClose}
    >
      {(error) => (
        <>
          <SelectField
            label={t("Workspaces")}
            value={everywhere ? "all" : "some"}
            error={listError(error, "workspace_ids", [])}
            hint={
              everywhere
                ? t("Also those created later, and the installation itself.")
                : t("No installation scopes, unless you choose them under Access.")
            }
            onChange={(event) => setEverywhere(event.target.value === "all")}
          >
            <option value="all">{t("All workspaces")}</option>
            <option value="some">{t("Choose workspaces")}</option>
          </SelectField>
          {!everywhere && <ChooseWorkspaces chosen={chosen} onChoose={setChosen} />}
        </>
      )}
    </CreateKey>
  );
}

/** With more workspaces there is a search. */
const FEW = 12;

function ChooseWorkspaces({
  chosen,
  onChoose,
}: {
  chosen: ReadonlyMap<number, string>;
  onChoose: (chosen: ReadonlyMap<number, string>) => void;
}) {
  const few = useMe().workspaces.length <= FEW;
  const [text, setText] = useState("");
  const q = useDeferredValue(text.trim());
  const { data, error, refetch } = useQuery(workspacesQuery(q));
  if (!data) return <Waiting what={t("workspaces")} rows={3} error={error} onRetry={refetch} />;
  const found = new Map(data.data.map(({ id, name }) => [id, name]));
  return (
    <>
      {!few && (
        <TextField
          label={t("Find a workspace")}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <div className="grid" role="group" aria-label={t("Workspaces of the key")}>
        {[...new Map([...chosen, ...found])].map(([id, name]) => (
          <Check
            key={id}
            label={name}
            checked={chosen.has(id)}
            onChange={({ target }) => {
              const next = new Map(chosen);
              if (target.checked) next.set(id, name);
              else next.delete(id);
              onChoose(next);
            }}
          />
        ))}
      </div>
    </>
  );
}
