import { parentPort } from "node:worker_threads";
import type { InboundMail } from "#platform/wire/mail-reading.ts";
import { type MailFacts, parseMail } from "./parse-mail.ts";

/** One mail to parse in the thread, and its answer. */
export type ParseTask = { readonly raw: Uint8Array; readonly facts: MailFacts };
export type ParseAnswer = InboundMail;

// The thread's entry: it says that it is ready, then one answer per task, in order.
parentPort?.on("message", ({ raw, facts }: ParseTask) => {
  void parseMail(raw, facts).then((mail: ParseAnswer) => parentPort?.postMessage(mail));
});
parentPort?.postMessage("ready");
