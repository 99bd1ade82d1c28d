import { createHash } from "node:crypto";
import type { Connection } from "#platform/wire/companion.ts";

/**
 * Tells accounts apart, together with `more`: the one key of queues, pools and watches. Hashed,
 * because the password is part of it. A token is not, so that a renewed one changes nothing; a
 * mailbox that was connected again has another key.
 */
export function accountKey(connection: Connection, ...more: readonly unknown[]): string {
  const { host, port, security, username, password, oauth } = connection;
  const secret = oauth ? [oauth.grant, oauth.generation] : password;
  return createHash("sha256")
    .update(JSON.stringify([host, port, security, username, secret, ...more]))
    .digest("base64");
}
