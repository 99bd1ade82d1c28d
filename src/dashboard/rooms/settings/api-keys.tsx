import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { z } from "zod";
import type { ApiKey, CreatedApiKey } from "#modules/accounts/contract/api-keys.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Copy } from "#dashboard/parts/copy.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { SelectField, TextField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty, Note } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { keysQuery } from "./queries.ts";

const WITHOUT_CREATOR = {
  stopped: "Stopped: its creator left this workspace. An admin can adopt it.",
  flagged: "Its creator left this workspace. An admin should adopt or revoke it.",
};

/** Keys that programs use in this workspace. */
export function ApiKeys() {
  const { wid, may } = useWorkspace();
  const queries = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(keysQuery(wid));
  const revoke = useMutation({
    mutationFn: (key: ApiKey) => api.delete(`/workspaces/${wid}/api-keys/${key.id}`),
    onSuccess: () => toast("API key revoked."),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["w", wid, "api-keys"] }),
  });
  const adopt = useMutation({
    mutationFn: (key: ApiKey) => api.post(`/workspaces/${wid}/api-keys/${key.id}/adopt`),
    onSuccess: () => toast("API key adopted. It works again and belongs to you."),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["w", wid, "api-keys"] }),
  });
  const add = may("api_keys.edit") && (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus size={16} aria-hidden="true" />
      Create API key{" "}
    </Button>
  );
  return (
    <>
      {!data ? (
        <Waiting what="keys" rows={3} error={error} onRetry={refetch} />
      ) : data.data.length === 0 ? (
        <Empty title="No API keys yet" action={add}>
          A key gives a program access to this workspace only, over REST and MCP. See the{" "}
          <a href="/docs/api">API guide</a> and the <a href="/api/v1/docs">API reference</a>.
        </Empty>
      ) : (
        <Panel title="API keys" aside={<span className="ml-auto">{add}</span>} flush>
          <table className="tbl as-list">
            <TableHead
              columns={["Name", "Key", "Permissions", "Last used", ["Actions", "unseen"]]}
            />
            <tbody>
              {data.data.map((key) => (
                <tr key={key.id}>
                  <td>
                    <span className="font-medium">{key.name}</span>
                    {key.status !== "active" && (
                      <span className="block text-warn">{WITHOUT_CREATOR[key.status]}</span>
                    )}
                  </td>
                  <td className="mono text-text-3">
                    {key.prefix}…{key.last_four}
                  </td>
                  <td className="text-text-2">{key.role === "client" ? "Client" : "Employee"}</td>
                  <td className="text-text-3">
                    {key.last_used_at ? <LocalTime at={key.last_used_at} /> : "Never used"}
                  </td>
                  <td className="full text-right">
                    {key.status !== "active" && may("api_keys.adopt") && (
                      <Button
                        size="small"
                        onClick={() =>
                          void ask({
                            title: `Adopt “${key.name}”?`,
                            text: "The key then belongs to you, and stops if you lose access to this workspace.",
                            yes: "Adopt key",
                          }).then((yes) => yes && adopt.mutate(key))
                        }
                      >
                        Adopt
                      </Button>
                    )}
                    {may("api_keys.edit") && (
                      <Button
                        size="small"
                        look="danger"
                        onClick={() =>
                          void ask({
                            title: `Revoke “${key.name}”?`,
                            text: "Programs that use it lose access immediately.",
                            yes: "Revoke key",
                          }).then((yes) => yes && revoke.mutate(key))
                        }
                      >
                        Revoke
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
      )}
      {isAdding && <MakeKey wid={wid} onClose={() => setAdding(false)} />}
    </>
  );
}

function MakeKey({ wid, onClose }: { wid: number; onClose: () => void }) {
  const queries = useQueryClient();
  const [name, setName] = useState("");
  const [role, setRole] = useState("employee");
  const make = useMutation({
    mutationFn: () =>
      api.post<z.output<typeof CreatedApiKey>>(`/workspaces/${wid}/api-keys`, { name, role }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["w", wid, "api-keys"] }),
  });
  return (
    <Dialog
      open
      alert
      broad={make.data !== undefined}
      onClose={onClose}
      title={make.data ? "Copy your API key" : "Create API key"}
      acts={
        make.data ? (
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" busy={make.isPending} onClick={() => make.mutate()}>
              Create key
            </Button>
          </>
        )
      }
    >
      {make.data ? (
        <>
          <Note tone="warn" title="This key is shown only once.">
            Only a hash of it is stored.
          </Note>
          <div className="flex items-center gap-2">
            <code className="flex-1 break-all">{make.data.key}</code>
            <Copy text={make.data.key} label="Copy the key" />
          </div>
        </>
      ) : (
        <>
          <TextField
            label="Name"
            placeholder="CRM sync"
            value={name}
            error={fieldError(make.error, "name") ?? (make.error ? sentenceOf(make.error) : null)}
            onChange={(event) => setName(event.target.value)}
          />
          <SelectField
            label="Permissions"
            value={role}
            onChange={(event) => setRole(event.target.value)}
          >
            <option value="employee">Employee: all work in this workspace</option>
            <option value="client">Client: read, reply to threads, edit leads</option>
          </SelectField>
        </>
      )}
    </Dialog>
  );
}
