import { z } from "zod";
import { TRANSPORT_SECURITIES } from "#platform/rules/mail/mailbox.ts";

const Server = z.object({
  host: z.string(),
  port: z.int(),
  security: z.enum(TRANSPORT_SECURITIES),
});

/** What a client's row has beside id and secret. */
export const ClientOptions = z.object({
  name: z.string().optional(),
  tenant: z.string().optional(),
  issuer: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  smtp: Server.optional(),
  imap: Server.nullable().optional(),
});
export type ClientOptions = z.output<typeof ClientOptions>;
