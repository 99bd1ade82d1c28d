import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { z } from "zod";
import type { ApiKey, CreatedApiKey } from "#modules/accounts/contract/api-keys.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { SelectField } from "#dashboard/parts/field.tsx";
import { DocsLink } from "#dashboard/shell/brand.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { CreateKey } from "#dashboard/rooms/keys/create-key.tsx";
import { KeyRow } from "#dashboard/rooms/keys/key-row.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { keysQuery } from "./queries.ts";

const PROBLEMS: Readonly<Partial<Record<ApiKey["status"], string>>> = {
  stopped: t("Stopped: its creator left this workspace. An admin can adopt it."),
  flagged: t("Its creator left this workspace. An admin should adopt or revoke it."),
  expired: t("Expired. Revoke it, and create another one if it is still needed."),
};

/** Keys that programs use in this workspace. */
export function ApiKeys() {
  const { wid, may } = useWorkspace();
  const queries = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(keysQuery(wid));
  const refresh = () => queries.invalidateQueries({ queryKey: ["w", wid, "api-keys"] });
  const revoke = useMutation({
    mutationFn: (key: ApiKey) => api.delete(`/workspaces/${wid}/api-keys/${key.id}`),
    onSuccess: () => toast(t("API key revoked.")),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: refresh,
  });
  const adopt = useMutation({
    mutationFn: (key: ApiKey) => api.post(`/workspaces/${wid}/api-keys/${key.id}/adopt`),
    onSuccess: () => toast(t("API key adopted. It works again and belongs to you.")),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: refresh,
  });
  const add = may("api_keys.edit") && (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus size={16} aria-hidden="true" />
      {t("Create API key")}
    </Button>
  );
  return (
    <>
      {!data ? (
        <Waiting what={t("keys")} rows={3} error={error} onRetry={refetch} />
      ) : data.data.length === 0 ? (
        <Empty picture="key" title={t("No API keys yet")} action={add}>
          {t("A key gives a program access to this workspace only, over REST and MCP.")}{" "}
          <DocsLink to="/docs/api">{t("API guide")}</DocsLink>{" "}
          <DocsLink to="/api/v1/docs">{t("API reference")}</DocsLink>
        </Empty>
      ) : (
        <Panel title={t("API keys")} aside={<span className="ml-auto">{add}</span>} flush>
          <table className="tbl as-list">
            <TableHead
              columns={[
                t("Name"),
                t("Key"),
                t("Access"),
                t("Limits"),
                t("Last used"),
                [t("Actions"), "unseen"],
              ]}
            />
            <tbody>
              {data.data.map((key) => (
                <KeyRow
                  key={key.id}
                  shown={key}
                  whose={key.role === "client" ? t("Client") : t("Employee")}
                  problem={PROBLEMS[key.status] ?? null}
                  adoptText={t(
                    "The key then belongs to you, and stops if you lose access to this workspace.",
                  )}
                  onAdopt={may("api_keys.adopt") ? () => adopt.mutate(key) : null}
                  onRevoke={may("api_keys.edit") ? () => revoke.mutate(key) : null}
                />
              ))}
            </tbody>
          </table>
        </Panel>
      )}
      {isAdding && <MakeKey wid={wid} onMade={refresh} onClose={() => setAdding(false)} />}
    </>
  );
}

function MakeKey({
  wid,
  onMade,
  onClose,
}: {
  wid: number;
  onMade: () => Promise<void>;
  onClose: () => void;
}) {
  const [role, setRole] = useState<ApiKey["role"]>("employee");
  return (
    <CreateKey
      role={{ keyKind: "workspace", role }}
      make={async (body) => {
        const path = `/workspaces/${wid}/api-keys`;
        const made = await api.post<z.output<typeof CreatedApiKey>>(path, { ...body, role });
        await onMade();
        return made;
      }}
      onClose={onClose}
    >
      {() => (
        <SelectField
          label={t("Role")}
          value={role}
          onChange={(event) => setRole(event.target.value === "client" ? "client" : "employee")}
        >
          <option value="employee">{t("Employee: all work in this workspace")}</option>
          <option value="client">{t("Client: what clients of this workspace can do")}</option>
        </SelectField>
      )}
    </CreateKey>
  );
}
