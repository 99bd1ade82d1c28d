import { z } from "zod";
import { unixMs } from "#platform/rules/ids.ts";

const Shared = {
  issuer: z.string().optional(),
  directory_url: z.string().optional(),
  /** Since when it has its client id, in Unix milliseconds. */
  since: z.number().transform(unixMs),
};

/** What the row of the install's service account has beside id and key. */
export const GoogleAppOptions = z.object({
  ...Shared,
  client_email: z.string(),
  key_id: z.string(),
});
export type GoogleAppOptions = z.output<typeof GoogleAppOptions>;

/** What the row of the install's app at Microsoft has beside id and key. */
export const MicrosoftAppOptions = z.object({
  ...Shared,
  thumbprint: z.string(),
  certificate_ends_at: z.number().transform(unixMs),
});
export type MicrosoftAppOptions = z.output<typeof MicrosoftAppOptions>;

/** The name of an app's row among the install's clients. */
export const APP_NAMES = { google: "google-service", microsoft: "microsoft-app" } as const;
