import { z } from "zod";
import { EmailAddress, NullableTime, pathId } from "#platform/contract/common.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** 256 KB of picture in base64. */
const MAX_LOGO_URL = 350_000;

export const Accent = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, "Enter a colour such as #00697a.");

/** A PNG, JPEG or WebP data URL; what is in it is looked at when it is saved. */
export const Logo = z.string().max(MAX_LOGO_URL, "At most 256 KB.");

/** What a client sees in the place of the install's name and look. */
export const BrandShown = z.object({
  name: z.string().describe("What the product is called."),
  logo_url: z
    .string()
    .nullable()
    .describe("Path of the logo; null: the first letter of the name is shown."),
  accent: z
    .string()
    .nullable()
    .describe("Colour of buttons and links, such as #00697a; null: the default."),
});
export type BrandShown = z.output<typeof BrandShown>;

const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .min(1, "Enter a name.")
    .max(max)
    .regex(/^[^\p{Cc}]*$/u, "Use one line of text.");

export const BrandBody = z.strictObject({
  name: oneLine(100)
    .optional()
    .describe(
      "What the product is called for the clients of this workspace. Needed the first time.",
    ),
  logo: Logo.nullish().describe(
    "A PNG, JPEG or WebP image of up to 256 KB as a data URL; null removes the logo. SVG is refused, because it can carry scripts.",
  ),
  accent: Accent.nullish().describe(
    "Colour of buttons and links, such as #00697a; null for the default.",
  ),
  sender_name: oneLine(100)
    .nullish()
    .describe("The name beside the address of mails to clients; null: the product name."),
  sender_email: EmailAddress.nullish().describe(
    "The address that mails to clients are from; null: that of SYSTEM_MAIL_URL. The server of SYSTEM_MAIL_URL has to permit it.",
  ),
});
export type BrandBody = z.output<typeof BrandBody>;

const EXAMPLE = {
  name: "Acme Reach",
  logo_url: "/api/v1/branding/logo/0f1e2d3c4b5a69788796a5b4c3d2e1f0",
  accent: "#7a1f5c",
  sender_name: null,
  sender_email: "outreach@acme.com",
  updated_at: "2026-11-24T12:00:00.000Z",
};

export const WhiteLabel = z
  .object({
    name: z.string().nullable().describe("What the product is called; null: no white label."),
    logo_url: z.string().nullable().describe("Path of the logo; null: none."),
    accent: z.string().nullable().describe("Colour of buttons and links; null: the default."),
    sender_name: z
      .string()
      .nullable()
      .describe("The name beside the address of mails to clients; null: the product name."),
    sender_email: z
      .string()
      .nullable()
      .describe("The address that mails to clients are from; null: that of SYSTEM_MAIL_URL."),
    updated_at: NullableTime.describe("When it was changed last; null: never."),
  })
  .meta({ examples: [EXAMPLE] });
export type WhiteLabel = z.output<typeof WhiteLabel>;

export const BrandParams = z.object({ wid: pathId<WorkspaceId>() });
export const LogoParams = z.object({
  hash: z
    .string()
    .regex(/^[0-9a-f]{32}$/)
    .describe("As `logo_url` names it: it changes with the picture."),
});

export const BrandMailed = z.object({
  to: z.string().describe("Where the email goes: the address of the caller."),
});

/** What an address calls itself and looks like. */
export const Branding = z
  .object({
    name: z.string().describe("What the product is called."),
    logo_url: z
      .string()
      .nullable()
      .describe("Path of the logo; null: the first letter of the name is shown."),
    accent: z
      .string()
      .optional()
      .describe("Colour of buttons and links, such as #00697a; absent: the default."),
    own_host: z
      .boolean()
      .describe(
        "Whether the request came to a workspace's own host; then this is the white label of that workspace.",
      ),
  })
  .meta({ examples: [{ name: "Outrider", logo_url: null, accent: "#00697a", own_host: false }] });
export type Branding = z.output<typeof Branding>;
