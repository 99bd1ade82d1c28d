import { z } from "zod";
import { Connection } from "./companion.ts";

/**
 * Asks where mails lie in a mailbox: in the inbox, as spam, elsewhere or nowhere. Changes nothing
 * there; folders are opened for reading alone.
 */
export const LookRequest = z.object({
  imap: Connection,
  allow_private: z.boolean(),
  mails: z
    .array(
      z.object({
        /** Without angle brackets. */
        message_id: z.string().min(1).max(900),
        /** Its sender's server gives mails another Message-ID: by what else it is known. */
        replaced: z
          .object({
            server_message_id: z.string().min(1).max(900).optional(),
            like: z.object({
              to: z.array(z.string()).min(1),
              subject: z.string(),
              at: z.array(z.number()).min(1),
            }),
          })
          .optional(),
      }),
    )
    .min(1)
    .max(50),
});
export type LookRequest = z.output<typeof LookRequest>;

export const LookResponse = z.object({
  /** Mails that lie somewhere; those that are nowhere are left out. */
  found: z.array(
    z.object({
      /** As the request names it. */
      message_id: z.string(),
      /** Its Message-ID there, where that is another. */
      server_message_id: z.string().nullable(),
      place: z.enum(["inbox", "junk", "other"]),
      /** Path of the folder. */
      folder: z.string(),
      /** Tab of Gmail's inbox; null where the server knows no tabs. */
      tab: z.enum(["primary", "promotions", "social", "updates", "forums"]).nullable(),
      /** Values of Authentication-Results, the topmost first. */
      authentication: z.array(z.string()),
      /** Values of DKIM-Signature. */
      signatures: z.array(z.string()),
    }),
  ),
});
export type LookResponse = z.output<typeof LookResponse>;
