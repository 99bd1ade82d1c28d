import { z } from "zod";
import { ROLES } from "#platform/access/permissions.ts";
import { STAFF_ROLES } from "#modules/accounts/rules/administer.ts";
import type { UserId, WorkspaceId } from "#platform/rules/ids.ts";
import {
  CreateWorkspaceBody,
  Email,
  Password,
  PersonName,
  User,
  Workspace,
  USER_EXAMPLE,
} from "#modules/accounts/contract/accounts.ts";
import { ApiKey } from "#modules/accounts/contract/api-keys.ts";
import { SentInvitation } from "#modules/accounts/contract/invitations.ts";
import { InstallKey } from "#modules/accounts/contract/install-keys.ts";
import {
  bodyId,
  NullableTime,
  PageQuery,
  pathId,
  sortedBy,
  Time,
} from "#platform/contract/common.ts";
import { Prices } from "./costs.ts";
import { DEFAULT_PRICES } from "#modules/operations/rules/costs.ts";
import { ClientAccess, ClientAccessBody } from "./client-access.ts";
import { WorkspaceStats } from "#modules/campaigns/contract/stats.ts";

// Employees

export const Employee = User.extend({
  role: z.enum(STAFF_ROLES).describe("What the employee may do."),
  workspaces: z
    .int()
    .describe("Workspaces that the employee is assigned to; admins enter all of them anyway."),
}).meta({
  examples: [
    {
      id: 2,
      name: "Ann Miller",
      email: "ann@acme.example",
      username: "ann@acme.example",
      role: "employee",
      language: null,
      created_at: "2026-01-05T09:00:00.000Z",
      workspaces: 3,
    },
  ],
});
export type Employee = z.output<typeof Employee>;

export const EmployeesQuery = PageQuery.extend({
  ...sortedBy("name", "email"),
  role: z.enum(STAFF_ROLES).optional().describe("Only people with this role."),
});
export type EmployeesQuery = z.output<typeof EmployeesQuery>;

export const EmployeeParams = z.object({ id: pathId<UserId>() });

export const CreateEmployeeBody = z.strictObject({
  name: PersonName.describe("Name of the person, 1 to 200 characters."),
  email: Email.describe("Address of the person; no other account may have it."),
  password: Password.describe(
    "First password of the person: at least as long as the operator asks (8 by default), 128 characters at most.",
  ),
  role: z
    .enum(STAFF_ROLES)
    .default("employee")
    .describe("By default `employee`; only a super admin makes an `admin`."),
});
export type CreateEmployeeBody = z.output<typeof CreateEmployeeBody>;

export const UpdateEmployeeBody = z
  .strictObject({
    name: PersonName.describe("Name of the person, 1 to 200 characters."),
    email: Email.describe("Address of the person; no other account may have it."),
    role: z
      .enum(STAFF_ROLES)
      .describe(
        "What the person may do, from the next request on; only a super admin makes an `admin`.",
      ),
    password: Password.describe("A new password; ends every session of the person."),
    // What GET shows and PUT may hand back; `update-employee.ts` says which must be equal.
    id: z.unknown().describe("Read-only: as GET shows it, or left out."),
    username: z.unknown().describe("Read-only: as GET shows it, or left out."),
    language: z
      .unknown()
      .describe("Read-only, since the person chooses it: as GET shows it, or left out."),
    created_at: z.unknown().describe("Read-only: taken and ignored."),
    workspaces: z.unknown().describe("Read-only: taken and ignored."),
  })
  .partial();
export type UpdateEmployeeBody = z.output<typeof UpdateEmployeeBody>;

export const DeleteEmployeeQuery = z.object({
  revoke_keys: z
    .enum(["true", "false"])
    .default("false")
    .describe(
      "`true` revokes the API keys that the employee made; else they stop until an admin adopts them.",
    ),
});

export const DeletedEmployee = z.object({
  id: z.int().describe("Id of the person."),
  api_keys: z
    .array(
      ApiKey.extend({
        workspace_id: z.int().describe("Id of the workspace that it opens."),
        revoked_at: NullableTime.describe(
          "When it was revoked; null: it is stopped, and an admin can adopt it.",
        ),
      }),
    )
    .describe("Keys of workspaces that the person answered for, and that worked until now."),
  install_keys: z
    .array(InstallKey)
    .describe(
      "Keys of the installation that the admin made or had adopted: stopped, or revoked where that was asked for.",
    ),
});
export type DeletedEmployee = z.output<typeof DeletedEmployee>;

// Clients

/** A client is a workspace and the people who sign in to it; its id is the workspace's. */
export const Client = z.object({
  id: z.int().describe("Id of the client: that of its workspace."),
  workspace: Workspace.describe("The workspace that was made for it."),
  users: z.array(User).describe("The people who sign in to it; none while its first is invited."),
  access: ClientAccess.describe(
    "What the people of the client, and its API keys with that role, may do.",
  ),
  leads: z.int().describe("Leads that the workspace holds."),
  paused_at: NullableTime.describe(
    "Since when the client is paused as a whole and nothing leaves its workspace; null if it is not.",
  ),
  pause_reason: z
    .string()
    .nullable()
    .describe("What the admin who paused it wrote; shown to admins only."),
  deleted_at: NullableTime.describe("When it was deleted; null: it was not."),
  purge_at: NullableTime.describe(
    "When a deleted client's data goes for good; until then it can be restored.",
  ),
  invitation: SentInvitation.optional().describe(
    "In the answer that made it without a password: the invitation of its first person.",
  ),
});
export type Client = z.output<typeof Client>;

export const ClientsQuery = PageQuery.extend({
  ...sortedBy("name"),
  status: z
    .enum(["active", "deleted"])
    .default("active")
    .describe("`deleted`: those that were deleted and are still kept."),
});
export type ClientsQuery = z.output<typeof ClientsQuery>;

export const ClientParams = z.object({ wid: pathId<WorkspaceId>() });

export const PauseClientBody = z
  .strictObject({
    reason: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .nullable()
      .default(null)
      .describe("Why, for other admins; up to 200 characters."),
  })
  .meta({ examples: [{ reason: "Unpaid invoice" }] });
export type PauseClientBody = z.output<typeof PauseClientBody>;

export const CreateClientBody = z
  .strictObject({
    name: PersonName.optional().describe(
      "Name of the first person; needed with a password. Who is invited chooses their own.",
    ),
    email: Email.describe("Address of the first person; no other account may have it."),
    password: Password.optional().describe(
      "Password of the first person. Left out: they are invited, and choose their own name and password.",
    ),
    workspace: CreateWorkspaceBody.describe("The workspace that is made for the client."),
    access: ClientAccessBody.optional().describe("What the client may do; without it `classic`."),
  })
  .refine(({ name, password }) => password === undefined || name !== undefined, {
    path: ["name"],
    message: "Enter a name.",
  });
export type CreateClientBody = z.output<typeof CreateClientBody>;

// Assignments

export const Assignment = z
  .object({
    id: z.int().describe("Id of the assignment."),
    employee_id: z.int().describe("Id of the employee."),
    workspace_id: z.int().describe("Id of the workspace."),
    employee: z
      .object({
        id: z.int().describe("Id of the employee."),
        name: z.string().describe("Name of the employee."),
        email: z.string().describe("Address of the employee."),
      })
      .describe("The employee."),
    workspace: z
      .object({
        id: z.int().describe("Id of the workspace."),
        name: z.string().describe("Name of the workspace."),
        slug: z.string().describe("Its name in addresses."),
      })
      .describe("The workspace that the employee may enter."),
    created_at: Time.describe("When it was made."),
  })
  .meta({
    examples: [
      {
        id: 11,
        employee_id: 2,
        workspace_id: 7,
        employee: { id: 2, name: "Ann Miller", email: "ann@acme.example" },
        workspace: { id: 7, name: "Acme", slug: "acme" },
        created_at: "2026-01-05T09:00:00.000Z",
      },
    ],
  });
export type Assignment = z.output<typeof Assignment>;

export const AssignmentsQuery = PageQuery.omit({ q: true }).extend({
  ...sortedBy(),
  employee_id: pathId<UserId>().optional().describe("Only those of this employee."),
  workspace_id: pathId<WorkspaceId>().optional().describe("Only those of this workspace."),
});
export type AssignmentsQuery = z.output<typeof AssignmentsQuery>;

export const AssignmentParams = z.object({ id: pathId<number>() });

export const CreateAssignmentBody = z.strictObject({
  employee_id: bodyId<UserId>().describe("The employee."),
  workspace_id: bodyId<WorkspaceId>().describe(
    "The workspace that the employee may enter from now on.",
  ),
});
export type CreateAssignmentBody = z.output<typeof CreateAssignmentBody>;

// Impersonation

export const ImpersonateParams = z.object({ uid: pathId<UserId>() });

export const ImpersonationAnswer = z
  .object({
    user: User.describe("Whom the caller acts as from now on."),
    impersonator: z
      .object({
        id: z.int().describe("Id of the admin."),
        name: z.string().describe("Name of the admin."),
      })
      .describe("The admin who does."),
    expires_at: Time.describe("When the session ends."),
  })
  .meta({
    examples: [
      {
        user: USER_EXAMPLE,
        impersonator: { id: 1, name: "Sam Stone" },
        expires_at: "2026-11-24T08:12:00.000Z",
      },
    ],
  });

// Settings

export const AdminSettings = z
  .object({
    registration: z
      .enum(["open", "closed"])
      .describe("`open`: anybody may sign up; `closed`: admins make the accounts, or invite."),
    required_factor_roles: z
      .array(z.enum(ROLES))
      .max(4)
      .describe("Roles that need a second factor; each acts from the next request on."),
    idle_minutes: z
      .int()
      .min(5)
      .max(10_080)
      .nullable()
      .describe("A session ends after so many minutes without a request. Null: after 7 days only."),
    opt_outs_for_all: z
      .boolean()
      .describe(
        "Whether an unsubscribe or a complaint in one workspace suppresses the address in all of them. Those from before it was on count as well.",
      ),
    first_contact_days: z
      .int()
      .min(0)
      .max(365)
      .describe(
        "For so many days nobody gets first emails of two workspaces; 0 to 365, 0 means no such rule.",
      ),
    prices: Prices.describe(
      "What the platform charges; by default Cloudflare's list prices of the day in as_of.",
    ),
  })
  .meta({
    examples: [
      {
        registration: "closed",
        required_factor_roles: ["super_admin", "admin"],
        idle_minutes: null,
        opt_outs_for_all: false,
        first_contact_days: 0,
        prices: DEFAULT_PRICES,
      },
    ],
  });
export type AdminSettings = z.output<typeof AdminSettings>;

export const UpdateAdminSettingsBody = z
  .strictObject({
    ...AdminSettings.shape,
    prices: Prices.nullable().describe(
      "What the platform charges, as a whole; null: Cloudflare's list prices again.",
    ),
  })
  .partial();
export type UpdateAdminSettingsBody = z.output<typeof UpdateAdminSettingsBody>;

// Dashboard

const Activity = z.object({
  sent: z.int().describe("Emails of campaigns that servers accepted."),
  replied: z.int().describe("Leads who replied, once for each campaign."),
  positive_replies: z.int().describe("Leads whose reply shows interest, or asks for a meeting."),
  bounced: z.int().describe("Emails that bounced for good (hard), at once or later."),
});

/** The install at a glance. Deleted clients count nowhere; days are UTC. */
export const Dashboard = z.object({
  workspaces: z.int().describe("Workspaces that were not deleted."),
  clients: z.int().describe("Of these, workspaces that were made for a client."),
  users: z
    .object({
      total: z.int().describe("All users."),
      super_admin: z.int().describe("Users who are super admins."),
      admin: z.int().describe("Users who are admins."),
      employee: z.int().describe("Users who are employees."),
      client: z.int().describe("Users who are clients."),
    })
    .describe("How many users there are, by role."),
  campaigns: WorkspaceStats.shape.campaigns.describe(
    "How many campaigns all workspaces have now, by status.",
  ),
  mailboxes: WorkspaceStats.shape.mailboxes.describe(
    "How many mailboxes all workspaces have now, by status.",
  ),
  leads: z.int().describe("Leads that all workspaces hold now."),
  today: Activity.describe("What happened today (UTC)."),
  last_30_days: Activity.extend({
    by_day: z
      .array(Activity.extend({ date: z.iso.date().describe("The day (UTC), YYYY-MM-DD.") }))
      .describe("Each of the days, the oldest first; quiet ones too."),
  }).describe("What happened in the last thirty days, today included."),
  queues: z
    .object({
      due_sends: z
        .int()
        .describe(
          "Emails whose time has come and that wait for a mailbox, its limits or its schedule.",
        ),
      unknown_sends: z
        .int()
        .describe("Emails of which nobody knows whether a server accepted them."),
      pending_deliveries: z.int().describe("Deliveries to webhooks that are not made yet."),
      disabled_webhooks: z.int().describe("Webhooks that are switched off."),
    })
    .describe("What waits, and what needs a look; each counted to 10,000 and no further."),
  last_tick_at: NullableTime.describe(
    "When the installation last looked for due work; null: it has not yet.",
  ),
});
export type Dashboard = z.output<typeof Dashboard>;
