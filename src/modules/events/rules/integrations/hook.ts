import { signedHeaders } from "#modules/events/rules/sign.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import type { Conversation } from "./conversation.ts";

type Credentials = { readonly url: string; readonly secret?: string };

/** One request about an event. */
export type Sending = {
  readonly id: string;
  readonly event: string;
  readonly attempt: number;
  /** The exact bytes that are posted. */
  readonly body: string;
  readonly at: UnixMs;
};

/** The event as webhooks post it, for tools that take any JSON; signed where a secret was given. */
export function* hookEvent({ url, secret }: Credentials, sending: Sending): Conversation<void> {
  const headers = signedHeaders({ ...sending, secret: secret ?? "" });
  const unsigned = Object.entries(headers).filter(([name]) => !/signature/i.test(name));
  yield {
    method: "POST",
    url,
    headers: secret === undefined ? Object.fromEntries(unsigned) : headers,
    body: sending.body,
  };
}
