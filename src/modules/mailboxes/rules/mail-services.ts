import type { DnsReply } from "#platform/rules/dns/record.ts";

/** How one side of a mailbox is reached. */
export type MailServer = {
  readonly host: string;
  readonly port: number;
  readonly security: "tls" | "starttls";
};

/** Names under which a domain says who has its mail services (RFC 6186, 8314), the better one first. */
export const MAIL_SERVICES = {
  smtp: [
    { label: "_submissions._tcp", security: "tls" },
    { label: "_submission._tcp", security: "starttls" },
  ],
  imap: [
    { label: "_imaps._tcp", security: "tls" },
    { label: "_imap._tcp", security: "starttls" },
  ],
} as const;

/** The server that an answer names first: lowest priority, then highest weight. Null: none. */
export function firstServer(
  reply: DnsReply | null,
  security: MailServer["security"],
): MailServer | null {
  if (!reply?.ok) return null;
  const named = reply.records.flatMap((record) =>
    record.type === "SRV" && record.target !== "" ? [record] : [],
  );
  const [first] = named.sort((a, b) => a.priority - b.priority || b.weight - a.weight);
  return first ? { host: first.target, port: first.port, security } : null;
}
