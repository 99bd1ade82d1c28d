import type { TestRequest, TestResponse } from "#platform/wire/companion.ts";
import { findRoute } from "#platform/rules/dns/find-route.ts";
import { type DnsZone, resolverOf } from "#test/support/dns-zone.ts";
import { harness, type HarnessOptions } from "#test/support/harness.ts";
import { uploadForm, type UploadParts } from "#test/support/upload.ts";

export const fine = {
  ok: true,
  latency_ms: 5,
  step: "ok",
  error_code: null,
  message: null,
  hint: null,
} as const;
const folders = { inbox: "INBOX", sent: "Sent", junk: "Junk" };

/** Accepts every log-in but those whose password begins with `wrong`. */
export const servers = (request: TestRequest): TestResponse => {
  const isWrong = request.smtp?.password.startsWith("wrong");
  const smtp = isWrong
    ? {
        ok: false as const,
        latency_ms: 5,
        step: "auth" as const,
        error_code: "auth_failed",
        message: "535 5.7.8 refused",
        hint: "Use an app password.",
      }
    : fine;
  return { smtp, imap: request.imap ? { ...fine, folders } : null };
};

/** A workspace with a mail service that tests, DNS that answers from a zone, and uploads of mailboxes. */
export async function manyMailboxes(zone: DnsZone = {}, options: HarnessOptions = {}) {
  const asked: TestRequest[] = [];
  const ask = resolverOf(zone);
  const t = await harness({
    mail: {
      test: async (request: TestRequest) => {
        asked.push(request);
        return servers(request);
      },
    },
    dns: () => ({
      atOnce: 4,
      ask,
      resolvers: [ask],
      route: async (domain) => findRoute(ask, domain),
    }),
    ...options,
  });
  const { wid } = await t.signUp();
  const base = `/api/v1/workspaces/${wid}`;
  const path = `${base}/mailboxes`;
  const send = (file: string | Uint8Array, ...parts: UploadParts) =>
    t.post(`${path}/import`, uploadForm([...parts, ["file", file]], "mailboxes.csv"));
  return {
    ...t,
    wid,
    base,
    path,
    asked,
    send,
    preview: (file: string | Uint8Array) => send(file, ["dry_run", "true"]),
  };
}

/** Rows of a plain file, from one number to another. */
export function rowsFrom(first: number, last: number, more = ""): string {
  const lines = ["email,password,smtp_host,smtp_port,imap_host,imap_port,tags"];
  for (let n = first; n <= last; n++) {
    lines.push(`m${n}@acme.test,pass-${n},smtp.example.com,465,imap.example.com,993,${more}`);
  }
  return lines.join("\n");
}
