import { z } from "zod";
import { ROLES } from "#platform/access/permissions.ts";
import {
  bodyId,
  ClientId,
  ClientSecret,
  NullableTime,
  PageQuery,
  pathId,
  Time,
} from "#platform/contract/common.ts";
import { SSO_FIELDS } from "#platform/contract/sso.ts";
import { INVITED_ROLES } from "#modules/accounts/rules/administer.ts";
import type { UserId } from "#platform/rules/ids.ts";

/** A path of the dashboard: never another host, however a browser reads it. */
const Path = z
  .string()
  .max(2_000)
  .regex(/^\/(?![/\\])[^\s\\]*$/, "Use a path of the dashboard, such as /w/1/inbox.");

export const SsoShown = z.object({
  enabled: z.boolean().describe("Whether people can sign in with single sign-on."),
  name: z.string().nullable().describe("What the button says after “Continue with”."),
  only: z
    .boolean()
    .describe("Whether it is the only way in, but for the password of one emergency account."),
  start_url: z
    .string()
    .nullable()
    .describe("Where the button leads, at the address of BASE_URL; null where it is off."),
});
export type SsoShown = z.output<typeof SsoShown>;

export const StartSsoQuery = z.object({
  next: Path.optional().describe("The page of the dashboard to open afterwards; `/` by default."),
  login_hint: z.string().max(254).optional().describe("The address to suggest at the provider."),
  iss: z
    .string()
    .max(2_000)
    .optional()
    .describe("The issuer, where the provider itself sends people here; it has to be the same."),
  reauthenticate: z
    .literal("true")
    .optional()
    .describe(
      "Confirms the identity of the signed-in person instead: the provider asks them to sign in.",
    ),
});
export type StartSsoQuery = z.output<typeof StartSsoQuery>;

export const SsoLink = z.object({
  available: z.boolean().describe("Whether the installation has single sign-on."),
  name: z.string().nullable().describe("What it is called; null without it."),
  linked: z
    .object({
      email: z.string().describe("The address at the provider."),
      linked_at: Time.describe("Since when."),
      last_sign_in_at: Time.describe("The last sign-in with it."),
    })
    .nullable()
    .describe("Your account at the provider; null: none is linked."),
  password_set: z.boolean().describe("Whether your account has a password of its own."),
});
export type SsoLink = z.output<typeof SsoLink>;

export const SsoLinkStarted = z.object({
  authorize_url: z.string().describe("Where to send the browser; good once, for ten minutes."),
  expires_at: Time.describe("The way back works until then."),
});

// What admins set.

export const SsoBody = z.strictObject({
  ...SSO_FIELDS,
  issuer: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .meta({ examples: ["https://example.okta.com"] })
    .describe(
      "The provider's OpenID issuer, with https; its discovery document is read when this is saved.",
    ),
  client_id: ClientId,
  client_secret: ClientSecret,
});
export type SsoBody = z.output<typeof SsoBody>;

const EmergencyAccount = z.object({
  id: z.int().describe("Id of the account."),
  name: z.string().describe("Its name."),
  email: z.string().describe("Its email."),
});

export const SsoAdmin = z.object({
  source: z
    .enum(["environment", "admin"])
    .nullable()
    .describe("Who set it up; null: nobody. The environment comes first, and replaces all of it."),
  issuer: z.string().nullable().describe("The provider's OpenID issuer."),
  client_id: z.string().nullable().describe("As the provider's console shows it."),
  has_client_secret: z.boolean().describe("Whether a secret is stored; it never comes back."),
  ...SSO_FIELDS,
  roles: z
    .array(
      z.object({
        value: z.string().describe("A value of the claim."),
        role: z.enum(INVITED_ROLES).describe("The role of people who have it."),
        workspaces: z
          .array(z.int())
          .nullable()
          .describe("Ids of the workspaces that it opens; null: they are assigned in Outrider."),
      }),
    )
    .describe(
      "What each value of the claim gives; empty: role and workspaces are set in Outrider.",
    ),
  redirect_uri: z.string().describe("What to enter at the provider as redirect address."),
  start_url: z
    .string()
    .describe("Where the provider's own list of apps can lead (“initiate login URI”)."),
  proved: z
    .boolean()
    .describe("Whether somebody has signed in since it was set up or changed last."),
  only: z.boolean().describe("Whether it is the only way in."),
  emergency_account: EmergencyAccount.nullable().describe(
    "Who may still use a password where it is the only way in: one super admin.",
  ),
  unlinked_admins: z
    .int()
    .describe(
      "Admins and super admins, but for the emergency account, whose account is not linked.",
    ),
  updated_at: NullableTime.describe("When a super admin changed it last."),
});
export type SsoAdmin = z.output<typeof SsoAdmin>;

export const SsoOnlyBody = z.strictObject({
  only: z.boolean().describe("Whether single sign-on is the only way in."),
  emergency_account: bodyId<UserId>()
    .optional()
    .describe("Id of the super admin who may still use a password. Left out: you."),
});
export type SsoOnlyBody = z.output<typeof SsoOnlyBody>;

// The people of the provider.

export const SsoPerson = z.object({
  id: z.int().describe("Id of the account."),
  name: z.string().describe("Its name."),
  email: z.string().describe("Its email."),
  role: z.enum(ROLES).describe("Its role."),
  issuer: z.string().describe("The provider that it is linked at."),
  linked_at: Time.describe("Since when it is linked."),
  last_sign_in_at: Time.describe("The last sign-in with single sign-on."),
  ended_at: NullableTime.describe(
    "Since when the provider gives no access: no way leads in until it does again, or until an admin unlinks the account. Null: it does.",
  ),
});
export type SsoPerson = z.output<typeof SsoPerson>;

export const SsoPeopleQuery = PageQuery.extend({
  ended: z
    .enum(["true", "false"])
    .optional()
    .describe("`true`: those alone whose access ended; `false`: the others."),
});
export type SsoPeopleQuery = z.output<typeof SsoPeopleQuery>;
export const SsoPersonParams = z.object({ uid: pathId<UserId>() });
