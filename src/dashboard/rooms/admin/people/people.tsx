import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import type { DeletedEmployee, Employee } from "#modules/operations/contract/admin.ts";
import type { z } from "zod";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { employeesQuery } from "#dashboard/rooms/admin/queries.ts";
import { ROLE_TEXTS } from "#dashboard/rooms/admin/roles.ts";
import { joinWords, t } from "#dashboard/words/words.ts";
import { PersonActions } from "./person-actions.tsx";
import { Invitations } from "./invitations.tsx";
import { InvitePerson } from "./invite-person.tsx";

/** Employees and admins. */
export function People() {
  const me = useMe();
  const queries = useQueryClient();
  const { invite: isAdding } = useSearch({ from: "/admin" });
  const navigate = useNavigate();
  const setAdding = (invite: boolean): void =>
    void navigate({
      to: "/admin",
      search: { tab: "people", ...(invite && { invite }) },
      replace: true,
    });
  const { data, error, refetch } = useQuery(employeesQuery);
  const remove = useMutation({
    mutationFn: (person: Employee) =>
      api.delete<z.output<typeof DeletedEmployee>>(`/admin/employees/${person.id}`),
    onSuccess: ({ api_keys: keys, install_keys: installKeys }) => {
      const stopped = keys.length + installKeys.length;
      const places = [
        ...(keys.length > 0 ? [t("Settings, API keys")] : []),
        ...(installKeys.length > 0 ? [t("Admin, API keys")] : []),
      ];
      toast(
        stopped === 0
          ? t("Person removed.")
          : t(
              "Person removed. {keys, plural, one {# API key stopped. An admin can adopt it under {places}.} other {# API keys stopped. An admin can adopt them under {places}.}}",
              { keys: stopped, places: joinWords(places) },
            ),
      );
    },
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin"] }),
  });
  const add = (
    <Button look="primary" onClick={() => setAdding(true)}>
      <Plus size={16} aria-hidden="true" />
      {t("Invite person")}
    </Button>
  );
  return (
    <>
      {!data ? (
        <Waiting what={t("people")} error={error} onRetry={refetch} />
      ) : data.data.length === 0 ? (
        <Empty picture="people" title={t("No other people yet")} action={add}>
          {t("Employees have access to their assigned workspaces. Admins have access to all.")}
        </Empty>
      ) : (
        <Panel title={t("People")} aside={<span className="ml-auto">{add}</span>} flush>
          <table className="tbl as-list">
            <TableHead
              columns={[
                t("Name"),
                t("Email"),
                t("Role"),
                [t("Workspaces"), "num"],
                [t("Actions"), "unseen"],
              ]}
            />
            <tbody>
              {data.data.map((person) => (
                <tr key={person.id}>
                  <td className="font-medium">{person.name}</td>
                  <td className="full text-text-2">{person.email}</td>
                  <td>{ROLE_TEXTS[person.role]}</td>
                  <td className="num">{person.role === "admin" ? t("all") : person.workspaces}</td>
                  <td className="full text-right">
                    {person.id !== me.user?.id && (
                      <PersonActions person={person} onRemove={() => remove.mutate(person)} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
      )}
      <Invitations />
      {isAdding && (
        <InvitePerson
          mayMakeAdmins={me.user?.role === "super_admin"}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  );
}
