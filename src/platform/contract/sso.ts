import { z } from "zod";
import { ROLES } from "#platform/access/permissions.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { bodyId } from "./common.ts";

const MAX_RULES = 100;
const MAX_WORKSPACES = 200;
/** What one person's claim is compared with. */
const MAX_VALUE = 300;

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^(?!-)[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/, "Enter a domain, such as example.com.")
  .max(253);

/** One row of the table that turns claims into access. */
const SsoRule = z
  .strictObject({
    value: z
      .string()
      .trim()
      .min(1, "Enter a value of the claim.")
      .max(MAX_VALUE)
      .describe("A value of the claim, such as the name or the id of a group; case counts."),
    role: z
      .enum(ROLES)
      .exclude(["super_admin"])
      .describe("The role of people who have this value; nobody becomes super admin so."),
    workspaces: z
      .array(bodyId<WorkspaceId>())
      .max(MAX_WORKSPACES)
      .nullable()
      .default(null)
      .describe(
        "Ids of the workspaces that it opens, up to 200; others are taken away. Null: they are assigned in Outrider. Needed for clients, not for admins.",
      ),
  })
  .superRefine(({ role, workspaces }, issues) => {
    const problem =
      role === "admin" && (workspaces?.length ?? 0) > 0
        ? "Admins enter every workspace; leave workspaces out."
        : role === "client" && (workspaces?.length ?? 0) === 0
          ? "Name the workspace of the client."
          : null;
    if (problem) issues.addIssue({ code: "custom", path: ["workspaces"], message: problem });
  })
  .describe("A value of the claim, and what people who have it get.");
export type SsoRule = z.output<typeof SsoRule>;

/** How people of a provider get in, wherever that was entered. */
export const SSO_FIELDS = {
  name: z
    .string()
    .trim()
    .min(1, "Enter a name.")
    .max(60)
    .default("single sign-on")
    .describe("What the button says after “Continue with”."),
  scopes: z
    .array(z.string().trim().min(1).max(200))
    .max(30)
    .default(["openid", "email", "profile"])
    .describe("What to ask the provider for; `openid` is always part of it."),
  domains: z
    .array(Domain)
    .max(100)
    .default([])
    .describe("Only addresses of these domains get in, up to 100. Empty: of any domain."),
  create_people: z
    .boolean()
    .default(false)
    .describe("Whether unknown people get an account at their first sign-in."),
  trust_email: z
    .boolean()
    .default(false)
    .describe(
      "Whether addresses count as verified where the provider says nothing about it. An explicit `email_verified: false` never counts.",
    ),
  role_claim: z
    .string()
    .trim()
    .min(1)
    .max(200)
    .nullable()
    .default(null)
    .describe(
      "The claim that `roles` is about, such as `groups`, `roles` or `realm_access.roles`; null: none.",
    ),
  roles: z
    .array(SsoRule)
    .max(MAX_RULES)
    .default([])
    .describe(
      "What each value of the claim gives, up to 100 rows: the highest role counts, with the workspaces of all rows for it. Applied at each sign-in. Empty: role and workspaces are set in Outrider.",
    ),
  default_role: z
    .literal("employee")
    .nullable()
    .default(null)
    .describe("The role of people for whom no row of `roles` fits. Null: they get no access."),
  mfa_values: z
    .array(z.string().trim().min(1).max(MAX_VALUE))
    .max(10)
    .default([])
    .describe(
      "A sign-in whose `amr` or `acr` has one of these values counts as two factors; `*`: every one does. Empty: none.",
    ),
  session_hours: z
    .int()
    .min(1)
    .max(168)
    .default(24)
    .describe("After so many hours the provider is asked again: 1 to 168."),
} as const;
export const SsoOptions = z.object({ issuer: z.url(), ...SSO_FIELDS });
export type SsoOptions = z.output<typeof SsoOptions>;
