import { parseMail } from "#companion/inbound/parse-mail.ts";
import { readReports } from "#companion/reports/read-reports.ts";
import type { InboundMail } from "#platform/wire/mail-reading.ts";

/** A mail with a report attached, parsed as the companion parses those of the mailbox named for reports. */
export async function reportMail(
  file: Buffer,
  given: {
    from?: string;
    /** Of the mailbox's provider; null: none. */
    results?: string | null;
    id?: string;
    name?: string;
    type?: string;
  } = {},
): Promise<InboundMail> {
  const bytes = rawReportMail(file, given);
  const facts = { uid: 0, received_at: Date.UTC(2026, 10, 18, 12), size: bytes.length };
  return parseMail(bytes, facts, readReports);
}

export function rawReportMail(
  file: Buffer,
  {
    from = "noreply-dmarc-support@google.com",
    results = `imap.ours.test; dkim=pass header.d=google.com; dmarc=pass header.from=${from.split("@")[1]}`,
    id = `report-${Math.random()}@google.com`,
    name = "google.com!ours.test!1!2.xml.gz",
    type = "application/gzip",
  }: Parameters<typeof reportMail>[1] = {},
): Buffer {
  const lines = [
    ...(results === null ? [] : [`Authentication-Results: ${results}`]),
    `From: ${from}`,
    "To: sender1@ours.test",
    "Subject: Report domain: ours.test Submitter: google.com",
    `Message-ID: <${id}>`,
    "MIME-Version: 1.0",
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    "Content-Transfer-Encoding: base64",
    "",
    file.toString("base64").replace(/.{76}/g, "$&\r\n"),
  ];
  return Buffer.from(lines.join("\r\n"));
}
