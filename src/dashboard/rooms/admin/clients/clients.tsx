import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { Plus } from "lucide-react";
import { useState } from "react";
import type { SentInvitation } from "#modules/accounts/contract/invitations.ts";
import type { Client } from "#modules/operations/contract/admin.ts";
import { switchesOf } from "#platform/access/switches.ts";
import { slugify } from "#platform/rules/slug.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { when } from "#dashboard/lib/time.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Segmented } from "#dashboard/parts/segmented.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { AccessDialog } from "./access-dialog.tsx";
import { AccessFields } from "./access-fields.tsx";
import { CLIENT_PRESET_TEXTS } from "./access-words.ts";
import { askToPause } from "./pause-client.ts";
import { clientsQuery, impersonate } from "#dashboard/rooms/admin/queries.ts";
import { InvitationLink } from "#dashboard/rooms/admin/people/invitations.tsx";
import { PersonForm } from "#dashboard/rooms/admin/person-form.tsx";
import { t } from "#dashboard/words/words.ts";

/** Clients: a workspace each, and the people who sign in to it. */
export function Clients() {
  const [status, setStatus] = useState<"active" | "deleted">("active");
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(clientsQuery(status));
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus size={16} aria-hidden="true" />
      {t("Add client")}
    </Button>
  );
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <Segmented
          label={t("Filter by status")}
          value={status}
          options={[
            ["active", t("Active")],
            ["deleted", t("Deleted")],
          ]}
          onChoose={setStatus}
        />
        {status === "active" && add}
      </div>
      {!data ? (
        <Waiting what={t("clients")} error={error} onRetry={refetch} />
      ) : data.data.length === 0 ? (
        <Empty title={status === "active" ? t("No clients yet") : t("No deleted clients")}>
          {t(
            "A client reads campaigns, figures and the inbox of their own workspace, and what you allow beyond that. They cannot see other workspaces.",
          )}
        </Empty>
      ) : (
        <Panel title={status === "active" ? t("Clients") : t("Deleted clients")} flush>
          <table className="tbl as-list">
            <TableHead
              columns={[
                t("Workspace"),
                t("People"),
                t("Access"),
                [t("Leads"), "num"],
                [t("Actions"), "unseen"],
              ]}
            />
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
  const [isSetting, setSetting] = useState(false);
  const { preset } = client.access;
  const accessName = preset ? CLIENT_PRESET_TEXTS[preset].name : t("Custom");
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
        {client.paused_at && !client.deleted_at && (
          <span className="block text-12 text-warn-text">
            {client.pause_reason
              ? t("Paused {when}: {reason}", {
                  when: when(client.paused_at),
                  reason: client.pause_reason,
                })
              : t("Paused {when}", { when: when(client.paused_at) })}
          </span>
        )}
        {client.purge_at && (
          <span className="block text-12 text-text-3">
            {t("Permanently deleted {when}.", { when: when(client.purge_at) })}
          </span>
        )}
      </td>
      <td className="full text-text-2">{client.users.map(({ email }) => email).join(", ")}</td>
      <td>
        {client.deleted_at ? (
          accessName
        ) : (
          <Button
            size="small"
            aria-label={t("{access}: access of {name}", {
              access: accessName,
              name: client.workspace.name,
            })}
            onClick={() => setSetting(true)}
          >
            {accessName}
          </Button>
        )}
        {isSetting && <AccessDialog client={client} onClose={() => setSetting(false)} />}
      </td>
      <td className="num">{count(client.leads)}</td>
      <td className="full text-right">
        <Acts client={client} />
      </td>
    </tr>
  );
}

/** What an admin can do with a client. */
function Acts({ client }: { client: Client }) {
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: (what: "delete" | "restore" | "pause" | "resume") =>
      what === "delete"
        ? api.delete<unknown>(`/admin/clients/${client.id}`)
        : api.post<unknown>(
            `/admin/clients/${client.id}/${what}`,
            what === "pause" ? {} : undefined,
          ),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin"] }),
  });
  const [user] = client.users;
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {client.deleted_at ? (
        <Button size="small" busy={act.isPending} onClick={() => act.mutate("restore")}>
          {t("Restore")}
        </Button>
      ) : (
        <>
          {user && (
            <Button
              size="small"
              aria-label={t("Act as {name}", { name: user.name })}
              onClick={() => void impersonate(user.id)}
            >
              <span className="max-w-36 truncate wide:max-w-48">
                {t("Act as {name}", { name: user.name })}
              </span>
            </Button>
          )}
          <Button
            size="small"
            busy={act.isPending}
            onClick={() =>
              client.paused_at
                ? act.mutate("resume")
                : void askToPause(client).then((yes) => yes && act.mutate("pause"))
            }
          >
            {client.paused_at ? t("Resume") : t("Pause")}
          </Button>
          <Link
            className={buttonClass({ size: "small" })}
            to="/w/$wid/settings"
            params={{ wid: String(client.id) }}
            search={{ tab: "white-label" }}
            aria-label={t("White label of {name}", { name: client.workspace.name })}
          >
            {t("White label")}
          </Link>
          <a
            className={buttonClass({ size: "small" })}
            href={`/api/v1/admin/clients/${client.id}/export`}
            aria-label={t("Export {name}", { name: client.workspace.name })}
            download
          >
            {t("Export")}
          </a>
          <Button
            size="small"
            look="danger"
            onClick={() =>
              void ask({
                title: t("Delete {name}?", { name: client.workspace.name }),
                text: t(
                  "{users, plural, one {# person is} other {# people are}} signed out, all API keys stop and sending stops. You can restore the client for 30 days. Then {leads, plural, one {# lead} other {# leads}} and all other data are deleted permanently.",
                  { users: client.users.length, leads: client.leads },
                ),
                yes: t("Delete client"),
              }).then((yes) => yes && act.mutate("delete"))
            }
          >
            {t("Delete")}
          </Button>
        </>
      )}
    </span>
  );
}

function AddClient({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [sent, setSent] = useState<SentInvitation | null>(null);
  const [switches, setSwitches] = useState(switchesOf("classic"));
  const add = useMutation({
    mutationFn: ({
      "workspace.name": workspace = "",
      "workspace.slug": slug,
      ...person
    }: Readonly<Record<string, string>>) =>
      api.post<Client>("/admin/clients", {
        ...person,
        workspace: { name: workspace, slug: slug || slugify(workspace) },
        access: { switches },
      }),
    onSuccess: async ({ invitation }) => {
      await queries.invalidateQueries();
      if (invitation?.link) return setSent(invitation);
      if (invitation) toast(t("Invitation sent to {email}.", { email: invitation.email }));
      onClose();
    },
  });
  if (sent) return <InvitationLink invitation={sent} onClose={onClose} />;
  return (
    <PersonForm
      title={t("Add client")}
      verb={t("Add client")}
      fields={[
        { name: "workspace.name", label: t("Workspace") },
        {
          name: "workspace.slug",
          label: t("URL name"),
          placeholder: t("Created from the name"),
        },
        { name: "email", label: t("Email of the first person"), type: "email" },
      ]}
      error={add.error}
      busy={add.isPending}
      onClose={onClose}
      onSend={(values) => add.mutate(values)}
    >
      <AccessFields switches={switches} onChange={setSwitches} />
    </PersonForm>
  );
}
