import type { Connection } from "#platform/wire/companion.ts";
import type { OutgoingMail } from "#platform/wire/transmission.ts";

/** A connection to a server on loopback, without log-in. */
export const loopback = (port: number, over: Partial<Connection> = {}): Connection => ({
  host: "127.0.0.1",
  port,
  security: "auto",
  username: "",
  password: "",
  ...over,
});

let counter = 0;

/** A sendable mail; each has a ticket, lease and Message-ID of its own. */
export function mailTo(
  smtp: Connection,
  to: string,
  over: Partial<OutgoingMail> = {},
): OutgoingMail {
  const n = ++counter;
  return {
    ticket: `send:${n}`,
    lease: `lease-${n}`,
    smtp,
    allow_private: true,
    envelope: { from: "ann@sender.test", to: [to] },
    from: { address: "ann@sender.test", name: "Ann Example" },
    to: [{ address: to, name: "Bo" }],
    cc: [],
    reply_to: null,
    subject: "A question about your roadmap",
    message_id: `${process.pid}.${n}.abc@sender.test`,
    in_reply_to: null,
    references: [],
    list_unsubscribe: null,
    headers: {},
    text: "Hello Bo,\n\nhow are you?\n",
    html: "<p>Hello Bo,</p><p>how are you?</p>",
    date: 1_800_000_000_000,
    ...over,
  };
}
