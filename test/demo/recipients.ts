import { setTimeout as wait } from "node:timers/promises";
import type { AcceptedMail } from "#test/support/mail/smtp-server.ts";
import { LINKS, type LinkName } from "./copy.ts";
import { headerOf, type MailParts, partsOf } from "./mail-parts.ts";
import type { Deed, Person } from "./people.ts";
import { writeAutoReply, writeReply } from "./reply.ts";
import { type Reply, requestFrom } from "./request.ts";

export type Recipients = {
  refuses(recipient: string): boolean;
  /** A mail came in: its reader does what it does, in its own time. */
  receive(mail: AcceptedMail): void;
  /** Every mail that was delivered, in order. */
  readonly mails: readonly {
    readonly mail: AcceptedMail;
    readonly person: Person;
    readonly step: number;
  }[];
  /** Deeds that are still to come for mail that has arrived. */
  pending(): number;
  /** Tracked links that scanners have followed. */
  scannedLinks(): number;
  /** Things that did not work as people may expect. */
  readonly problems: readonly string[];
};

export type Surroundings = {
  readonly people: readonly Person[];
  /** Headers that make a request come from an address, where the host takes it from headers. */
  readonly headersFrom: (address: string) => Readonly<Record<string, string>>;
  readonly sendReply: (sender: string, raw: Buffer) => Promise<void>;
};

const AGENTS = [
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_7; rv:145.0) Gecko/20100101 Firefox/145.0",
  "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Thunderbird/140.5.0",
];

/** The people of the plan, as the outside of the product: mail comes in, requests and replies go out. */
export function createRecipients({ people, headersFrom, sendReply }: Surroundings): Recipients {
  const byEmail = new Map(people.map((person) => [person.email, person]));
  const mails: { mail: AcceptedMail; person: Person; step: number }[] = [];
  const problems: string[] = [];
  let pending = 0;
  let scannedLinks = 0;

  const problem = (person: Person, what: string) => void problems.push(`${person.email}: ${what}`);

  function ask(
    person: Person,
    url: string,
    options: Parameters<typeof requestFrom>[2] = {},
    address = person.address,
  ): Promise<Reply> {
    const agent = AGENTS[person.email.length % AGENTS.length] ?? "";
    const headers = { "user-agent": agent, ...headersFrom(address), ...options.headers };
    return requestFrom(address, url, { ...options, headers });
  }

  async function open(person: Person, { pixel }: MailParts): Promise<void> {
    if (pixel === null) return problem(person, "the mail has no pixel");
    const { status, headers } = await ask(person, pixel);
    if (status !== 200 || headers["content-type"]?.startsWith("image/") !== true) {
      problem(person, `the pixel answers ${status}`);
    }
  }

  async function click(person: Person, parts: MailParts, name: LinkName): Promise<void> {
    const { label, url } = LINKS[name];
    const tracked = parts.links.get(label);
    if (tracked === undefined) return problem(person, `there is no link "${label}"`);
    if (tracked === url) return problem(person, `the link "${label}" is not tracked`);
    const { status, headers } = await ask(person, tracked);
    if (status !== 302 || headers.location !== url) {
      problem(person, `"${label}" answers ${status} and leads to ${headers.location}`);
    }
  }

  async function reply(mail: AcceptedMail, raw: Promise<Buffer>): Promise<void> {
    await sendReply(mail.email.from?.address ?? mail.from, await raw);
  }

  async function oneClick(person: Person, { unsubscribe }: MailParts): Promise<void> {
    if (unsubscribe === null) return problem(person, "there is no List-Unsubscribe");
    const { status } = await ask(person, unsubscribe, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    if (status !== 200) problem(person, `the one-click unsubscribe answers ${status}`);
  }

  async function unsubscribeByPage(person: Person, { unsubscribe }: MailParts): Promise<void> {
    if (unsubscribe === null) return problem(person, "there is no List-Unsubscribe");
    const page = await ask(person, unsubscribe);
    const form = /<form\b([^>]*)>(.*?)<\/form>/is.exec(page.body);
    if (page.status !== 200 || !form || !/method="?post/i.test(form[1] ?? "")) {
      return problem(person, `the unsubscribe page answers ${page.status} without a form`);
    }
    const action = /action="([^"]*)"/i.exec(form[1] ?? "")?.[1] ?? "";
    const fields = [
      ...(form[2] ?? "").matchAll(
        /<(?:input|button)\b[^>]*name="([^"]*)"[^>]*?(?:value="([^"]*)")?[^>]*>/gi,
      ),
    ];
    const answer = await ask(person, new URL(action, unsubscribe).href, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(
        fields.map(([, name = "", value = ""]) => [name, value]),
      ).toString(),
    });
    if (answer.status !== 200) problem(person, `the unsubscribe form answers ${answer.status}`);
  }

  /** A gateway before the mailbox: follows all it finds within the second, from an address of its own. */
  async function scan(person: Person, { everyLink, unsubscribe }: MailParts): Promise<void> {
    const gateway = person.address.replace("127.20.", "127.21.");
    const tracked = everyLink.filter((url) => new URL(url).pathname.startsWith("/t/"));
    scannedLinks += tracked.length;
    const found = unsubscribe === null ? tracked : [...tracked, unsubscribe];
    const replies = await Promise.all(found.map((url) => ask(person, url, {}, gateway)));
    for (const { status } of replies) {
      if (status >= 500) problem(person, `a scanned link answers ${status}`);
    }
  }

  async function act(
    deed: Deed,
    person: Person,
    mail: AcceptedMail,
    parts: MailParts,
  ): Promise<void> {
    switch (deed) {
      case "open":
        return open(person, parts);
      case "click guide":
        return click(person, parts, "guide");
      case "click cases":
        return click(person, parts, "cases");
      case "click call":
        return click(person, parts, "call");
      case "reply":
        return reply(mail, writeReply(person, mail));
      case "answer by machine":
        return reply(mail, writeAutoReply(person, mail));
      case "one-click unsubscribe":
        return oneClick(person, parts);
      case "unsubscribe by the page":
        return unsubscribeByPage(person, parts);
    }
  }

  async function read(
    person: Person,
    mail: AcceptedMail,
    deeds: readonly Deed[],
    scanned: boolean,
  ): Promise<void> {
    const parts = partsOf(mail);
    if (scanned) await scan(person, parts);
    if (deeds.length > 0) await wait(person.patience);
    for (const deed of deeds) {
      await act(deed, person, mail, parts);
      pending--;
      await wait(400);
    }
  }

  return {
    mails,
    problems,
    refuses: (recipient) => byEmail.get(recipient)?.habit.refuses === true,
    receive(mail) {
      const person = byEmail.get(mail.to[0] ?? "");
      if (!person) return void problems.push(`a mail to ${mail.to.join()}, whom nobody knows`);
      const step = headerOf(mail.email, "in-reply-to") === null ? 1 : 2;
      mails.push({ mail, person, step });
      const deeds = step === 1 ? person.habit.first : person.habit.second;
      pending += deeds.length;
      read(person, mail, deeds, step === 1 && person.habit.scanned === true).catch((cause) =>
        problem(person, String(cause)),
      );
    },
    pending: () => pending,
    scannedLinks: () => scannedLinks,
  };
}
