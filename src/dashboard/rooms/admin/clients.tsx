import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { Client } from "#modules/operations/contract/admin.ts";
import { slugify } from "#platform/rules/slug.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { count, counted } from "#dashboard/lib/format.ts";
import { when } from "#dashboard/lib/time.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Segmented } from "#dashboard/parts/segmented.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { clientsQuery, impersonate } from "./queries.ts";
import { PersonForm } from "./person-form.tsx";

/** Clients: a workspace each, and the people who sign in to it. */
export function Clients() {
  const [status, setStatus] = useState<"active" | "deleted">("active");
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(clientsQuery(status));
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus size={16} aria-hidden="true" />
      Add client
    </Button>
  );
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <Segmented
          label="Filter by status"
          value={status}
          options={[
            ["active", "Active"],
            ["deleted", "Deleted"],
          ]}
          onChoose={setStatus}
        />
        {status === "active" && add}
      </div>
      {!data ? (
        <Waiting what="clients" error={error} onRetry={refetch} />
      ) : data.data.length === 0 ? (
        <Empty title={status === "active" ? "No clients yet" : "No deleted clients"}>
          A client can read everything in their own workspace, reply to threads and edit leads. They
          cannot see other workspaces.
        </Empty>
      ) : (
        <Panel title={status === "active" ? "Clients" : "Deleted clients"} flush>
          <table className="tbl as-list">
            <TableHead columns={["Workspace", "People", ["Leads", "num"], ["Actions", "unseen"]]} />
            <tbody>
              {data.data.map((client) => (
                <Row key={client.id} client={client} />
              ))}
            </tbody>
          </table>
        </Panel>
      )}
      {isAdding && <AddClient onClose={() => setAdding(false)} />}
    </>
  );
}

function Row({ client }: { client: Client }) {
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: (what: "delete" | "restore") =>
      what === "delete"
        ? api.delete<unknown>(`/admin/clients/${client.id}`)
        : api.post<unknown>(`/admin/clients/${client.id}/restore`),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin"] }),
  });
  const [user] = client.users;
  return (
    <tr>
      <td className="max-w-72">
        {client.deleted_at ? (
          <span className="font-medium">{client.workspace.name}</span>
        ) : (
          <Link className="name" to="/w/$wid" params={{ wid: String(client.id) }}>
            {client.workspace.name}
          </Link>
        )}
        {client.purge_at && (
          <span className="block text-12 text-text-3">
            Permanently deleted {when(client.purge_at)}.
          </span>
        )}
      </td>
      <td className="full text-text-2">{client.users.map(({ email }) => email).join(", ")}</td>
      <td className="num">{count(client.leads)}</td>
      <td className="full text-right">
        <span className="inline-flex gap-2">
          {client.deleted_at ? (
            <Button size="small" busy={act.isPending} onClick={() => act.mutate("restore")}>
              Restore
            </Button>
          ) : (
            <>
              {user && (
                <Button
                  size="small"
                  aria-label={`Act as ${user.name}`}
                  onClick={() => void impersonate(user.id)}
                >
                  <span className="max-w-36 truncate wide:max-w-48">Act as {user.name}</span>
                </Button>
              )}
              <Button
                size="small"
                look="danger"
                onClick={() =>
                  void ask({
                    title: `Delete ${client.workspace.name}?`,
                    text: `${counted(client.users.length, "person is", "people are")} signed out, all API keys stop and sending stops. You can restore the client for 30 days. Then ${counted(client.leads, "lead")} and all other data are deleted permanently.`,
                    yes: "Delete client",
                  }).then((yes) => yes && act.mutate("delete"))
                }
              >
                Delete
              </Button>
            </>
          )}
        </span>
      </td>
    </tr>
  );
}

function AddClient({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: ({
      "workspace.name": workspace = "",
      "workspace.slug": slug,
      ...person
    }: Readonly<Record<string, string>>) =>
      api.post<Client>("/admin/clients", {
        ...person,
        workspace: { name: workspace, slug: slug || slugify(workspace) },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries();
      onClose();
    },
  });
  return (
    <PersonForm
      title="Add client"
      verb="Add client"
      fields={[
        { name: "workspace.name", label: "Workspace" },
        {
          name: "workspace.slug",
          label: "URL name",
          placeholder: "Created from the name",
        },
        { name: "name", label: "Contact name" },
        { name: "email", label: "Email", type: "email" },
        { name: "password", label: "Initial password", type: "password" },
      ]}
      error={add.error}
      busy={add.isPending}
      onClose={onClose}
      onSend={(values) => add.mutate(values)}
    />
  );
}
