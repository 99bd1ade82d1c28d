import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Invitation, SentInvitation } from "#modules/accounts/contract/invitations.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { when } from "#dashboard/lib/time.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Copy } from "#dashboard/parts/copy.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { invitationsQuery } from "#dashboard/rooms/admin/queries.ts";
import { ROLE_TEXTS } from "#dashboard/rooms/admin/roles.ts";
import { t } from "#dashboard/words/words.ts";

/** Invitations that nobody accepted yet; nothing where there are none. */
export function Invitations() {
  const { user } = useMe();
  const queries = useQueryClient();
  const { data } = useQuery(invitationsQuery);
  const [sent, setSent] = useState<SentInvitation | null>(null);
  const settle = {
    onError: (cause: unknown) => toast(sentenceOf(cause)),
    onSettled: () => queries.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  };
  const resend = useMutation({
    mutationFn: (id: number) => api.post<SentInvitation>(`/admin/invitations/${id}/resend`),
    onSuccess: (invitation) =>
      invitation.link === null ? toast(t("Invitation sent.")) : setSent(invitation),
    ...settle,
  });
  const withdraw = useMutation({
    mutationFn: (id: number) => api.delete(`/admin/invitations/${id}`),
    onSuccess: () => toast(t("Invitation withdrawn.")),
    ...settle,
  });
  if (!data || data.data.length === 0) return null;
  return (
    <Panel title={t("Invitations")} flush>
      <table className="tbl as-list">
        <TableHead
          columns={[t("Email"), t("Role"), t("Workspaces"), t("Status"), [t("Actions"), "unseen"]]}
        />
        <tbody>
          {data.data.map((invitation) => (
            <tr key={invitation.id}>
              <td className="full font-medium">{invitation.email}</td>
              <td>{ROLE_TEXTS[invitation.role]}</td>
              <td className="max-w-72 truncate text-text-2">
                {invitation.role === "admin"
                  ? t("all")
                  : invitation.workspaces.map(({ name }) => name).join(", ") || t("none")}
              </td>
              <td className="text-text-2">{statusOf(invitation)}</td>
              <td className="full text-right">
                {(invitation.role !== "admin" || user?.role === "super_admin") && (
                  <span className="inline-flex flex-wrap justify-end gap-2">
                    <Button
                      size="small"
                      aria-label={t("Send again to {email}", { email: invitation.email })}
                      onClick={() => resend.mutate(invitation.id)}
                    >
                      {t("Send again")}
                    </Button>
                    <Button
                      size="small"
                      look="danger"
                      aria-label={t("Withdraw the invitation of {email}", {
                        email: invitation.email,
                      })}
                      onClick={() => withdraw.mutate(invitation.id)}
                    >
                      {t("Withdraw")}
                    </Button>
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {sent && <InvitationLink invitation={sent} onClose={() => setSent(null)} />}
    </Panel>
  );
}

const statusOf = ({ status, expires_at: end }: Invitation): string =>
  status === "open"
    ? t("Expires {when}", { when: when(end) })
    : status === "expired"
      ? t("Expired")
      : t("Stopped: its sender may not invite");

/** The link, where this server sends no mail of its own. */
export function InvitationLink({
  invitation: { email, link },
  onClose,
}: {
  invitation: SentInvitation;
  onClose: () => void;
}) {
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={t("Hand over the link")}
      acts={
        <Button look="primary" onClick={onClose}>
          {t("Done")}
        </Button>
      }
    >
      <Note tone="warn" title={t("This link is shown only once.")}>
        {t(
          "This server cannot send email. Send the link to {email} yourself. It works once, for 7 days.",
          { email },
        )}
      </Note>
      <div className="flex items-start gap-2">
        <code className="mono min-w-0 flex-1 break-all">{link}</code>
        <Copy text={link ?? ""} label={t("Copy the link")} />
      </div>
    </Dialog>
  );
}
