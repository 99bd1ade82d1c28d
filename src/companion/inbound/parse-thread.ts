import { parentPort } from "node:worker_threads";
import type { InboundMail } from "#platform/wire/mail-reading.ts";
import { type MailFacts, parseMail, type ReadFiles } from "./parse-mail.ts";

/** One mail to parse in the thread, and its result. */
export type ParseTask = {
  readonly raw: Uint8Array;
  readonly facts: MailFacts;
  /** Whether its files are read as reports about DMARC and TLS. */
  readonly reports: boolean;
};
export type ParseAnswer = InboundMail;

// The entry of the thread: it reports that it is ready, then one result per task, in order.
parentPort?.on("message", ({ raw, facts, reports }: ParseTask) => {
  void parseMail(raw, facts, reports ? readFiles : null).then((mail: ParseAnswer) =>
    parentPort?.postMessage(mail),
  );
});

/** Loaded where a report is expected: most mailboxes never get one. */
const readFiles: ReadFiles = async (files) => {
  const { readReports } = await import("#companion/reports/read-reports.ts");
  return readReports(files);
};

parentPort?.postMessage("ready");
