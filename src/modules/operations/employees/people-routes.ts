import {
  Assignment,
  AssignmentParams,
  AssignmentsQuery,
  CreateAssignmentBody,
  CreateEmployeeBody,
  DeletedEmployee,
  DeleteEmployeeQuery,
  Employee,
  EmployeeParams,
  EmployeesQuery,
  UpdateEmployeeBody,
} from "#modules/operations/contract/admin.ts";
import { listOf } from "#platform/contract/common.ts";
import { created, noContent, ok } from "#platform/http/answer.ts";
import { endpoint } from "#platform/http/endpoint.ts";
import { createAssignment } from "./create-assignment.ts";
import { createEmployee } from "./create-employee.ts";
import { deleteAssignment } from "./delete-assignment.ts";
import { deleteEmployee } from "./delete-employee.ts";
import { findEmployee } from "./find-employee.ts";
import { listAssignments } from "./list-assignments.ts";
import { listEmployees } from "./list-employees.ts";
import { presentEmployee } from "#modules/operations/overview/present.ts";
import { updateEmployee } from "./update-employee.ts";

const EMPLOYEES = "/api/v1/admin/employees";
const ASSIGNMENTS = "/api/v1/admin/assignments";

export const peopleRoutes = [
  endpoint(
    {
      method: "GET",
      path: EMPLOYEES,
      scope: "caller",
      action: "admin.read",
      summary: "List employees and admins.",
      description:
        "For admins, and keys of the installation. `q` looks in names and addresses. Changes nothing.",
      query: EmployeesQuery,
      answers: { 200: listOf(Employee) },
    },
    async (ctx, { query }) => ok(await listEmployees(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: EMPLOYEES,
      scope: "caller",
      action: "admin.edit",
      summary: "Create an employee, or, as super_admin, an admin.",
      description:
        "For admins, and keys of the installation. The account has no workspace yet: assignments open them. Answers 409 `conflict` for an address that has an account.",
      body: CreateEmployeeBody,
      example: {
        body: { name: "Ann Miller", email: "ann@acme.example", password: "correct horse battery" },
      },
      answers: { 201: Employee },
    },
    async (ctx, { body }) => {
      const employee = await createEmployee(ctx, body);
      return created(employee, `${EMPLOYEES}/${employee.id}`);
    },
  ),
  endpoint(
    {
      method: "GET",
      path: `${EMPLOYEES}/:id`,
      scope: "caller",
      action: "admin.read",
      summary: "One employee or admin.",
      description:
        "For admins, and keys of the installation. Changes nothing. People of clients and super admins are not found here.",
      params: EmployeeParams,
      answers: { 200: Employee },
    },
    async (ctx, { params }) => ok(presentEmployee(await findEmployee(ctx, params.id))),
  ),
  endpoint(
    {
      method: "PUT",
      path: `${EMPLOYEES}/:id`,
      scope: "caller",
      action: "admin.edit",
      summary: "Change name, email, role or password; admins only by a super_admin.",
      description:
        "For admins. A key of the installation changes name and role only: who changes email or password could sign in as that person.",
      params: EmployeeParams,
      body: UpdateEmployeeBody,
      example: { body: { role: "employee" } },
      answers: { 200: Employee },
      problems: ["conflict"],
    },
    async (ctx, { params, body }) => ok(await updateEmployee(ctx, params.id, body)),
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${EMPLOYEES}/:id`,
      scope: "caller",
      action: "admin.edit",
      summary: "Delete an employee, signed out at once; names the API keys that stop with it.",
      description:
        "For admins, and keys of the installation; only a super admin deletes an admin. The assignments go as well. Written to the audit log.",
      params: EmployeeParams,
      query: DeleteEmployeeQuery,
      example: {
        answer: {
          id: 2,
          api_keys: [
            {
              id: 4,
              name: "CRM sync",
              role: "employee",
              prefix: "svc_live_",
              last_four: "k3Qa",
              created_by: 7,
              adopted_by: null,
              status: "stopped",
              created_at: "2026-01-05T09:00:00.000Z",
              last_used_at: "2026-11-24T08:12:00.000Z",
              scopes: null,
              preset: "full",
              expires_at: null,
              allow_cidrs: [],
              workspace_id: 7,
              revoked_at: null,
            },
          ],
          install_keys: [],
        },
      },
      answers: { 200: DeletedEmployee },
      problems: ["conflict"],
    },
    async (ctx, { params, query }) =>
      ok(await deleteEmployee(ctx, params.id, query.revoke_keys === "true")),
  ),
  endpoint(
    {
      method: "GET",
      path: ASSIGNMENTS,
      scope: "caller",
      action: "admin.read",
      summary: "List which employee works in which workspace.",
      description:
        "For admins, and keys of the installation. Admins are not in it: they enter all workspaces. Changes nothing.",
      query: AssignmentsQuery,
      answers: { 200: listOf(Assignment) },
    },
    async (ctx, { query }) => ok(await listAssignments(ctx, query)),
  ),
  endpoint(
    {
      method: "POST",
      path: ASSIGNMENTS,
      scope: "caller",
      action: "admin.edit",
      summary: "Open a workspace to an employee.",
      description:
        "For admins, and keys of the installation. Keys of that employee in the workspace work again. Answers 409 `conflict` where the two are together already.",
      body: CreateAssignmentBody,
      example: { body: { employee_id: 2, workspace_id: 7 } },
      answers: { 201: Assignment },
      problems: ["not_found"],
    },
    async (ctx, { body }) => {
      const assignment = await createAssignment(ctx, body);
      return created(assignment, `${ASSIGNMENTS}/${assignment.id}`);
    },
  ),
  endpoint(
    {
      method: "DELETE",
      path: `${ASSIGNMENTS}/:id`,
      scope: "caller",
      action: "admin.edit",
      summary: "Close a workspace to an employee.",
      description:
        "For admins, and keys of the installation. Acts from the next request on; API keys that the employee made there stop.",
      params: AssignmentParams,
      answers: { 204: null },
    },
    async (ctx, { params }) => {
      await deleteAssignment(ctx, params.id);
      return noContent();
    },
  ),
];
