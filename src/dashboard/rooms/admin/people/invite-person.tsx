import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { SentInvitation } from "#modules/accounts/contract/invitations.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError } from "#dashboard/api/problem.ts";
import { SelectField } from "#dashboard/parts/field.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { InvitationLink } from "./invitations.tsx";
import { PersonForm } from "#dashboard/rooms/admin/person-form.tsx";
import { t } from "#dashboard/words/words.ts";
import { ChooseClient, ChooseWorkspaces } from "./choose-workspaces.tsx";

const NO_IDS: readonly number[] = [];

/** Role and workspaces are the admin's choice; name and password are the person's. */
export function InvitePerson({
  mayMakeAdmins,
  onClose,
}: {
  mayMakeAdmins: boolean;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const [role, setRole] = useState("employee");
  const [chosen, setChosen] = useState(NO_IDS);
  const [sent, setSent] = useState<SentInvitation | null>(null);
  const invite = useMutation({
    mutationFn: (fields: Readonly<Record<string, string>>) =>
      api.post<SentInvitation>("/admin/invitations", { ...fields, role, workspaces: chosen }),
    onSuccess: async (invitation) => {
      await queries.invalidateQueries({ queryKey: ["admin"] });
      if (invitation.link !== null) return setSent(invitation);
      toast(t("Invitation sent to {email}.", { email: invitation.email }));
      onClose();
    },
  });
  if (sent) return <InvitationLink invitation={sent} onClose={onClose} />;
  return (
    <PersonForm
      title={t("Invite person")}
      verb={t("Send invitation")}
      fields={[{ name: "email", label: t("Email"), type: "email" }]}
      error={invite.error}
      busy={invite.isPending}
      onClose={onClose}
      onSend={(values) => invite.mutate(values)}
    >
      <SelectField
        label={t("Role")}
        value={role}
        onChange={(event) => {
          setRole(event.target.value);
          setChosen(NO_IDS);
        }}
      >
        <option value="employee">{t("Employee: assigned workspaces only")}</option>
        {mayMakeAdmins && (
          <option value="admin">{t("Admin: all workspaces and the admin area")}</option>
        )}
        <option value="client">{t("Client: one client workspace")}</option>
      </SelectField>
      {role === "client" && (
        <ChooseClient
          chosen={chosen[0]}
          error={fieldError(invite.error, "workspaces")}
          onChoose={(id) => setChosen(id === null ? NO_IDS : [id])}
        />
      )}
      {role === "employee" && <ChooseWorkspaces chosen={chosen} onChoose={setChosen} />}
    </PersonForm>
  );
}
