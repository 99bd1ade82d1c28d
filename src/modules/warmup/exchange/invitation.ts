import { z } from "zod";
import { MAX_EXCHANGE_QUOTA } from "#modules/warmup/rules/exchange/limits.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { invalidField } from "#platform/rules/errors.ts";
import { openSigned } from "./sign-call.ts";

/** A key, raw in base64url. */
const Key = z.string().regex(/^[\w-]{43}$/);

/** What an operator gives to another one: nothing about mailboxes. */
const Invitation = z.object({
  id: z.string().regex(/^[\w-]{20,64}$/),
  url: z.url().max(300),
  key: Key,
  agreement: Key,
  name: z.string().min(1).max(100),
  quota: z.int().min(1).max(MAX_EXCHANGE_QUOTA),
  expires: z.number(),
});
export type Invitation = z.output<typeof Invitation>;

/** What the other install answers: the invitation as it was, and its own half. */
export const Acceptance = z.object({
  invitation: z.string().max(4_000),
  url: z.url().max(300),
  key: Key,
  agreement: Key,
  name: z.string().min(1).max(100),
  quota: z.int().min(1).max(MAX_EXCHANGE_QUOTA),
});

/** Opens an invitation. Throws `validation_failed` for one that is none, was changed, or is too old. */
export async function readInvitation(jws: string, now: UnixMs): Promise<Invitation> {
  const [, payload = ""] = jws.split(".");
  const wrong = (code: string, message: string) => invalidField("invitation", code, message);
  const named = z.object({ key: Key }).safeParse(parse(payload));
  const unreadable = "This is no invitation. Paste all of it.";
  if (!named.success) throw wrong("malformed", unreadable);
  const opened = await openSigned(jws, named.data.key).catch(() => null);
  const invitation = Invitation.safeParse(opened);
  if (!invitation.success) throw wrong("malformed", unreadable);
  if (invitation.data.expires <= now) {
    throw wrong("expired", "The invitation is too old. Ask for another one.");
  }
  return invitation.data;
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
