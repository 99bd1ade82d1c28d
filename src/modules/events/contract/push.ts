import { z } from "zod";
import { PUSH_KINDS } from "#platform/rules/choices.ts";
import { NullableTime, pathId, Time } from "#platform/contract/common.ts";
import type { PushSubscriptionId } from "#platform/rules/ids.ts";

/** Characters; no push service has longer ones. */
const MOST_ENDPOINT = 1_024;

const Kinds = z
  .array(z.enum(PUSH_KINDS))
  .min(1, "Choose at least one kind.")
  .max(PUSH_KINDS.length)
  .transform((names) => PUSH_KINDS.filter((name) => names.includes(name)))
  .describe(
    "What you are notified of: `assigned` a thread that is given to you, `positive_reply` a positive reply in a workspace of yours, `mention` a note that mentions you.",
  );

const base64url = (what: string) =>
  z
    .string()
    .max(200)
    .regex(/^[\w-]*$/, "Use base64url without padding.")
    .describe(what);

export const PushBrowserBody = z.strictObject({
  endpoint: z
    .string()
    .min(1)
    .max(MOST_ENDPOINT)
    .describe(
      "Where the push service of the browser takes messages: an https address, up to 1,024 characters. Stored encrypted and never shown.",
    ),
  keys: z
    .strictObject({
      p256dh: base64url("The public key of the browser, 65 bytes in base64url."),
      auth: base64url("The secret of the browser, 16 bytes in base64url."),
    })
    .describe("What messages are encrypted with. Stored encrypted and never shown."),
  kinds: Kinds,
});
export type PushBrowserBody = z.output<typeof PushBrowserBody>;

export const PushKindsBody = z.strictObject({ kinds: Kinds });
export type PushKindsBody = z.output<typeof PushKindsBody>;

export const PushBrowser = z
  .object({
    id: z.int().describe("Id of the browser, as it is listed here."),
    device: z.string().describe("Browser and system, such as `Firefox on Windows`; may be empty."),
    kinds: z.array(z.enum(PUSH_KINDS)).describe("What you are notified of."),
    is_current: z.boolean().describe("Whether it was turned on in the session of this request."),
    fingerprint: z
      .string()
      .describe("SHA-256 of its endpoint in hex, by which a browser finds itself."),
    created_at: Time.describe("When it was turned on."),
    notified_at: NullableTime.describe("When its push service last took a notice; null: never."),
  })
  .meta({
    examples: [
      {
        id: 3,
        device: "Firefox on Windows",
        kinds: ["assigned", "mention"],
        is_current: true,
        fingerprint: "9b74c9897bac770ffc029102a200c5de8f1b1f6a9f9b7e3c5e5d3f7f7a1d2c3b",
        created_at: "2026-11-24T08:00:00.000Z",
        notified_at: "2026-11-24T12:00:00.000Z",
      },
    ],
  });
export type PushBrowser = z.output<typeof PushBrowser>;

export const PushBrowsers = z.object({
  public_key: z
    .string()
    .describe(
      "Public key of this installation, in base64url: the `applicationServerKey` to subscribe with.",
    ),
  data: z.array(PushBrowser).describe("Your browsers with notices, the first one first."),
});
export type PushBrowsers = z.output<typeof PushBrowsers>;

export const PushBrowserParams = z.object({
  id: pathId<PushSubscriptionId>().describe("Id of the browser, as the list shows it."),
});

export const PushTestAnswer = z
  .object({
    outcome: z
      .enum(["accepted", "gone", "refused", "later"])
      .describe(
        "What the push service said: `accepted` it took the notice; `gone` it does not know the browser, which is no longer listed; `refused` it does not take it; `later` it is busy or away.",
      ),
    status_code: z.int().nullable().describe("HTTP status of its answer; null: none came."),
  })
  .meta({ examples: [{ outcome: "accepted", status_code: 201 }] });
export type PushTestAnswer = z.output<typeof PushTestAnswer>;
