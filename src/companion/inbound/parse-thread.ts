import { parentPort } from "node:worker_threads";
import type { InboundMail } from "#platform/wire/mail-reading.ts";
import { type MailFacts, parseMail } from "./parse-mail.ts";

/** One mail to parse in the thread, and its result. */
export type ParseTask = { readonly raw: Uint8Array; readonly facts: MailFacts };
export type ParseAnswer = InboundMail;

// The entry of the thread: it reports that it is ready, then one result per task, in order.
parentPort?.on("message", ({ raw, facts }: ParseTask) => {
  void parseMail(raw, facts).then((mail: ParseAnswer) => parentPort?.postMessage(mail));
});
parentPort?.postMessage("ready");
