import { DAY_MS } from "#platform/rules/time.ts";
import {
  emailsOf,
  type RivalAccount,
  type RivalEnrolment,
  type RivalMail,
  sendNextStep,
} from "./account.ts";

/** A mail that lies in a mailbox of the account; ids without brackets. */
export type LyingMail = {
  readonly mailbox: string;
  readonly folder: "Sent" | "INBOX";
  readonly kind: "sent" | "answer" | "opt out" | "bounce";
  readonly messageId: string;
  readonly inReplyTo: string | null;
  readonly lead: string;
  readonly subject: string;
  readonly text: string;
  readonly at: number;
};

/** Why somebody gets nothing more. */
export type Ending = "answered" | "bounced" | "left";

const TEXTS = {
  answer: "Thanks, tell me more.",
  "opt out": "Please remove me from your list and never write again.",
  bounce: "",
} as const;
const ENDINGS = { answer: "answered", "opt out": "left", bounce: "bounced" } as const;
/** Of so many leads that go on, each is told by its mailbox alone that it does not. */
const EVERY = 12;
const bare = (id: string): string => id.replace(/^<|>$/g, "");

/**
 * What the mailboxes of an account hold, and what only they know: another Message-ID than the rival's,
 * a step that the rival does not list, answers, bounces and opt-outs that it never heard of. `put` files a mail.
 */
export function liveIn(account: RivalAccount, put: (mail: LyingMail) => void) {
  /** Known to the mailbox alone. */
  const told = new Map<RivalEnrolment, Ending>();
  const further = new Map<RivalEnrolment, string>();
  const given = new Map<string, string>();
  const lastMail = new Map<RivalEnrolment, RivalMail>();
  const byLead = Map.groupBy(account.enrolments, ({ lead }) => lead);
  const blocked = { counted: 0, keys: new Set<string>() };
  const isBlocked = ({ lead: { client, email } }: RivalEnrolment): boolean => {
    for (; blocked.counted < account.blocks.length; blocked.counted++) {
      const block = account.blocks[blocked.counted];
      if (block) blocked.keys.add(`${block.client ?? ""} ${block.value}`);
    }
    const values = [email, email.split("@")[1] ?? ""];
    return values.some(
      (v) => blocked.keys.has(` ${v}`) || blocked.keys.has(`${client ?? ""} ${v}`),
    );
  };
  const ending = (one: RivalEnrolment): Ending | null =>
    endingOf(told, byLead.get(one.lead) ?? [], isBlocked, one);
  let serial = 0;

  const file = (mail: RivalMail): void => {
    const { enrolment } = mail;
    if (enrolment === null || mail.direction === "by_hand") return;
    const isSent = mail.direction === "sent";
    const own = bare(mail.messageId);
    // Every fifth gets another id on its way, as at Microsoft.
    const messageId = isSent && mail.id % 5 === 0 ? `given.${own}` : own;
    const before = lastMail.get(enrolment);
    if (isSent) {
      given.set(own, messageId);
      lastMail.set(enrolment, mail);
    }
    put({
      mailbox: mail.sender,
      folder: isSent ? "Sent" : "INBOX",
      kind: isSent ? "sent" : "answer",
      messageId,
      inReplyTo: before === undefined ? null : idOf(before),
      lead: mail.leadEmail,
      subject: mail.subject,
      text: mail.text,
      at: mail.at,
    });
  };
  const idOf = (mail: RivalMail): string => given.get(bare(mail.messageId)) ?? "";
  const tell = (enrolment: RivalEnrolment, kind: keyof typeof TEXTS, at: number): void => {
    const last = lastMail.get(enrolment);
    if (!last) return;
    told.set(enrolment, ENDINGS[kind]);
    put({
      mailbox: enrolment.sender,
      folder: "INBOX",
      kind,
      messageId: `told.${++serial}.${enrolment.id}@reader.example`,
      inReplyTo: idOf(last),
      lead: enrolment.lead.email,
      subject: `Re: ${last.subject.replace(/^Re: /, "")}`,
      text: TEXTS[kind],
      at,
    });
  };
  /** Goes on, and its mailbox can say something about it that counts for this campaign alone. */
  const candidates = (): RivalEnrolment[] =>
    account.enrolments.filter(
      (one) =>
        one.state === "running" &&
        byLead.get(one.lead)?.length === 1 &&
        !told.has(one) &&
        !further.has(one) &&
        lastMail.has(one),
    );

  for (const mail of account.mails.toSorted((a, b) => a.at - b.at || a.id - b.id)) file(mail);
  for (const [n, one] of candidates().entries()) {
    const last = lastMail.get(one);
    if (!last) continue;
    const [kind] = (["answer", "opt out", "bounce"] as const).filter((_, k) => n % EVERY === k);
    if (kind) tell(one, kind, last.at + DAY_MS / 2);
    else if (n % EVERY === 3) {
      const messageId = `further.${one.id}@mail.example`;
      further.set(one, messageId);
      put({
        mailbox: one.sender,
        folder: "Sent",
        kind: "sent",
        messageId,
        inReplyTo: idOf(last),
        lead: one.lead.email,
        subject: `Re: ${last.subject.replace(/^Re: /, "")}`,
        text: `Step ${one.lastStep + 1}`,
        at: account.now - 15 * DAY_MS,
      });
    }
  }

  return {
    candidates,
    /** The rival's next step leaves now, and lies in the Sent folder. */
    sendThere: (enrolment: RivalEnrolment): void => file(sendNextStep(account, enrolment)),
    /** Only the mailbox hears of it, now. */
    tell: (enrolment: RivalEnrolment, kind: keyof typeof TEXTS) =>
      tell(enrolment, kind, account.now),
    /** Files what the rival took since. */
    fileNew(from: number): void {
      for (const mail of account.mails.slice(from)) file(mail);
    },
    /** Emails that the lead got, wherever that is known. */
    stepsOf: (one: RivalEnrolment): number => one.lastStep + (further.has(one) ? 1 : 0),
    /** The Message-ID that the next step answers; null: it is the first. */
    threadOf(one: RivalEnrolment): string | null {
      const last = lastMail.get(one);
      return further.get(one) ?? (last ? idOf(last) : null);
    },
    endingOf: ending,
    stepsLeft(one: RivalEnrolment): number[] {
      if (ending(one) !== null) return [];
      if (one.state !== "waiting" && one.state !== "running") return [];
      const got = one.lastStep + (further.has(one) ? 1 : 0);
      const all = emailsOf(one.campaign).map((_, n) => n + 1);
      return all.slice(got);
    },
  };
}
export type Lived = ReturnType<typeof liveIn>;

/** An answer ends one campaign; a bounce, an opt-out and a block end all of them. */
function endingOf(
  told: ReadonlyMap<RivalEnrolment, Ending>,
  own: readonly RivalEnrolment[],
  isBlocked: (one: RivalEnrolment) => boolean,
  one: RivalEnrolment,
): Ending | null {
  if (one.state === "replied" || told.get(one) === "answered") return "answered";
  for (const other of own) {
    if (other.state === "bounced" || told.get(other) === "bounced") return "bounced";
    if (other.state === "unsubscribed" || told.get(other) === "left") return "left";
  }
  return isBlocked(one) ? "left" : null;
}

/** Without a first name a step that has no fallback for it is held here. */
export const isHeld = ({ lead, campaign }: RivalEnrolment, step: number): boolean =>
  lead.firstName === "" &&
  emailsOf(campaign)[step - 1]?.variants.some(({ body, subject }) =>
    /\{\{(?:firstName|first_name)\}\}/.test(subject + body),
  ) === true;
