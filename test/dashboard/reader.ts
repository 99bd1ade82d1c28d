import type { AcceptedMail } from "#test/support/mail/smtp-server.ts";
import { partsOf } from "#test/demo/mail-parts.ts";

const MAIL_PROGRAM = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.5.0";

/** What the recipient of a mail does with it: a person who reads, beside a program that looks ahead. */
export type Reader = {
  /** Shows the pictures. */
  open(): Promise<void>;
  /** Follows the link that says `label`; answers where it led. */
  click(label: string): Promise<string>;
  /** A browser fetches the pictures before anybody looks. */
  prefetch(): Promise<void>;
};

export function readerOf(mail: AcceptedMail): Reader {
  const { pixel, links } = partsOf(mail);
  const ask = async (url: string | null | undefined, headers: Record<string, string> = {}) => {
    if (!url) throw new Error(`the mail to ${mail.to.join()} has no such address in it`);
    const agent = { "user-agent": MAIL_PROGRAM, ...headers };
    const answer = await fetch(url, { headers: agent, redirect: "manual" });
    await answer.arrayBuffer();
    return answer;
  };
  const picture = async (headers?: Record<string, string>): Promise<void> => {
    const { status } = await ask(pixel, headers);
    if (status !== 200) throw new Error(`the pixel answers ${status}`);
  };
  return {
    open: () => picture(),
    prefetch: () => picture({ "sec-purpose": "prefetch" }),
    click: async (label) => (await ask(links.get(label))).headers.get("location") ?? "",
  };
}
