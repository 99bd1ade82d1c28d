import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Assignment, Employee } from "#modules/operations/contract/admin.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { assignmentsQuery, employeesQuery } from "./queries.ts";

/** Who works where: a row per workspace, a column per employee. */
export function Assignments() {
  const { workspaces } = useMe();
  const asked = [useQuery(employeesQuery), useQuery(assignmentsQuery)] as const;
  const people = asked[0].data?.data;
  const assignments = asked[1].data;
  if (!people || !assignments) {
    return (
      <Waiting
        what={t("assignments")}
        error={asked[0].error ?? asked[1].error}
        onRetry={() => asked.forEach(({ refetch }) => void refetch())}
      />
    );
  }
  const employees = people.filter(({ role }) => role === "employee");
  if (employees.length === 0) {
    return (
      <Empty picture="people" title={t("No employees yet")}>
        {t("Add an employee under People, then assign workspaces here.")}
      </Empty>
    );
  }
  return (
    <Panel
      title={t("Workspace access")}
      aside={
        <span className="text-12 text-text-3 max-wide:hidden">
          {t("Changes apply immediately.")}
        </span>
      }
      flush
    >
      <div className="overflow-x-auto rounded-b-3">
        <table className="tbl">
          <thead>
            <tr>
              <th scope="col">{t("Workspace")}</th>
              {employees.map(({ id, name }) => (
                <th scope="col" key={id} className="max-w-40 truncate text-center" title={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {workspaces.map((workspace) => (
              <tr key={workspace.id}>
                <th
                  scope="row"
                  className="sticky left-0 max-w-96 truncate bg-surface max-wide:max-w-36"
                  title={workspace.name}
                >
                  {workspace.name}
                </th>
                {employees.map((employee) => (
                  <td key={employee.id}>
                    <Cell
                      workspace={workspace}
                      employee={employee}
                      assignment={assignments.find(
                        (one) =>
                          one.employee_id === employee.id && one.workspace_id === workspace.id,
                      )}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}

function Cell({
  workspace,
  employee,
  assignment,
}: {
  workspace: { id: number; name: string };
  employee: Employee;
  assignment: Assignment | undefined;
}) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: () =>
      assignment
        ? api.delete<unknown>(`/admin/assignments/${assignment.id}`)
        : api.post<unknown>("/admin/assignments", {
            employee_id: employee.id,
            workspace_id: workspace.id,
          }),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin", "assignments"] }),
  });
  return (
    <label className="pick">
      <input
        type="checkbox"
        aria-label={t("{person}: access to {workspace}", {
          person: employee.name,
          workspace: workspace.name,
        })}
        checked={change.isPending ? !assignment : assignment !== undefined}
        onChange={() => change.mutate()}
      />
    </label>
  );
}
