import { z } from "zod";
import { PersonName } from "#modules/accounts/contract/accounts.ts";
import { BrandBody } from "#modules/accounts/contract/brands.ts";
import { readPicture } from "#modules/accounts/rules/picture.ts";
import { providerOf } from "#modules/events/rules/integrations/providers.ts";
import { NOTICE_PROVIDERS } from "#modules/events/rules/notices.ts";
import { IDS_OF_ONE, LAST_MOVED } from "#platform/db/ids-apart.ts";
import type { BESIDE } from "./departure-parts.ts";

/*
 * What another installation says of rows that all workspaces of this one are listed with. Rows of a workspace's own
 * tables are nobody else's trouble; one of these that cannot be read would end the lists of everybody.
 */

/** Milliseconds until the end of the year 9999. */
const Time = z.int().min(0).max(253_402_300_799_999);
const Quota = z.int().min(0).nullable();
const Json = <T extends z.ZodType>(inside: T) =>
  z
    .string()
    .max(100_000)
    .refine((text) => inside.safeParse(parsed(text)).success);

/** The row of `workspaces`, as far as it is taken. */
export const ArrivedWorkspace = z.object({
  name: PersonName,
  is_client: z.int().min(0).max(1),
  quota_leads: Quota,
  quota_mailboxes: Quota,
  quota_mails: Quota,
  paused_at: Time.nullable(),
  pause_reason: z.string().max(1_000).nullable(),
  client_switches: Json(z.array(z.string())),
  created_at: Time,
});

/** Ids that were handed out. A number behind the last one would leave none for who moves next. */
export const ArrivedCounts = z.array(
  z.tuple([
    z.string(),
    z
      .int()
      .min(0)
      .max(LAST_MOVED * IDS_OF_ONE),
  ]),
);

const { accent, sender_name, sender_email } = BrandBody.shape;
const Text = z.string().max(100_000);

/** Rows beside the workspace; one of another shape is left out. */
export const ARRIVED_BESIDE: Readonly<Record<(typeof BESIDE)[number], z.ZodType>> = {
  workspace_brands: z.object({
    name: BrandBody.shape.name.unwrap(),
    accent,
    sender_name,
    sender_email,
    logo: z
      .string()
      .refine((url) => readPicture(url) !== null)
      .nullish(),
    logo_hash: z
      .string()
      .regex(/^[0-9a-f]{32}$/)
      .nullish(),
    created_at: Time,
    updated_at: Time,
  }),
  integrations: z.object({
    provider: z.string().refine((id) => providerOf(id) !== undefined),
    name: z.string().max(200).nullish(),
    account_label: z.string().max(200),
    config: Json(z.record(z.string(), z.unknown())),
    token_hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .nullish(),
    secret: Text.nullish(),
    remote_uri: Text.nullish(),
    connected_at: Time,
  }),
  provider_keys: z.object({
    provider: z.enum(NOTICE_PROVIDERS),
    key: Text,
    former_key: Text.nullish(),
    former_until: Time.nullish(),
    created_at: Time,
  }),
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
