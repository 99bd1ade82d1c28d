import { subjectKey } from "#platform/rules/mail/subject.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import type { FoundOf } from "./found.ts";
import { subjectFits } from "./subject-fits.ts";

/** A mail that lies in a mailbox's folder, known by its headers. */
export type FolderMail = {
  readonly mailbox: string;
  readonly direction: "sent" | "received" | "bounce" | "opt_out";
  readonly messageId: string | null;
  readonly originalId: string | null;
  readonly inReplyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly automatic: boolean;
  readonly at: number;
};

/** A mail that a lead got, as it will stand in the ledger. */
export type MovedMail = {
  readonly step: number;
  readonly at: number;
  readonly sender: string | null;
  /** What the copy in the Sent folder has, else what the rival says; null: nobody knows. */
  readonly messageId: string | null;
  /** The other one of the two. */
  readonly otherId: string | null;
  readonly subject: string;
  readonly text: string;
};

export type MovedStatus =
  | "waiting"
  | "running"
  | "paused"
  | "completed"
  | "replied"
  | "bounced"
  | "unsubscribed"
  | "stopped";

/** Where a lead stands. `step` null: nobody knows, a person decides. */
export type Standing = {
  readonly status: MovedStatus;
  readonly step: number | null;
  readonly lastAt: number | null;
  readonly sender: string | null;
  readonly mails: readonly MovedMail[];
  /** What a person should know: two sources disagree, two mails fit. */
  readonly notes: readonly string[];
};

export type Evidence = {
  readonly place: FoundOf<"place">;
  /** What the rival says that it sent and got in this campaign. */
  readonly mails: readonly FoundOf<"mail">[];
  /** What lies in the mailboxes. */
  readonly folder: readonly FolderMail[];
  readonly steps: FoundOf<"campaign">["steps"];
  /** Steps that the campaign has here: a file names none. */
  readonly count: number;
  /** Addresses of the campaign's mailboxes. */
  readonly senders: readonly string[];
  /** In how many campaigns of the move the lead is. */
  readonly campaigns: number;
  readonly now: number;
};

/** Times of the same mail may differ by so much. */
const NEAR_MS = 10 * MINUTE_MS;

/**
 * Where a lead stands, by the rival's rows and by what lies in the Sent folder: where they disagree,
 * the later step counts. A lead who answered, bounced or opted out does not go on, no matter which source says so.
 */
export function standingOf(evidence: Evidence): Standing {
  const { place, count, now } = evidence;
  const notes: string[] = [];
  const sent = sentByRival(evidence.mails, now);
  const { joined, others } = join(sent, evidence, notes);
  const byRival = Math.max(place.last_step ?? -1, ...sent.map(({ step }) => step));
  const extra = fitting(others, evidence, joined, notes);
  const counted = joined.length + extra.length;
  const step = Math.min(Math.max(byRival, counted > 0 ? counted : -1), count);
  if (counted > Math.max(byRival, 0)) {
    notes.push(
      byRival < 0
        ? `The Sent folder shows ${counted} emails, the rival says nothing.`
        : `The Sent folder shows ${counted} emails, the rival says ${byRival}: the later counts.`,
    );
  } else if (place.last_step !== null && sent.length > 0 && place.last_step !== byRival) {
    notes.push(`The rival says step ${place.last_step}, and lists an email of step ${byRival}.`);
  }
  const mails = inOrder(joined, extra, step);
  const times = [place.last_sent_at ?? 0, ...mails.map(({ at }) => at)];
  const last = Math.max(...times);
  const reply = statusByFolder(evidence, mails);
  return {
    status: reply ?? statusOf(place, Math.max(step, 0), count),
    step: step < 0 ? null : step,
    lastAt: last === 0 ? null : last,
    sender: mails.at(-1)?.sender ?? lower(place.sender),
    mails,
    notes,
  };
}

const lower = (text: string | null): string | null => text?.trim().toLowerCase() ?? null;

/** What left there, oldest first, with its number; what is planned for later has not left. */
function sentByRival(mails: readonly FoundOf<"mail">[], now: number) {
  return mails
    .filter(({ direction, at }) => direction === "sent" && at <= now)
    .toSorted((a, b) => a.at - b.at)
    .map((mail, i) => ({ mail, step: mail.step ?? i + 1 }));
}

type Joined = MovedMail;

/** The rival's mails with their copies in the Sent folder, and the copies that belong to none. */
function join(
  sent: ReturnType<typeof sentByRival>,
  { folder }: Evidence,
  notes: string[],
): { readonly joined: readonly Joined[]; readonly others: readonly FolderMail[] } {
  const free = new Set(folder.filter(({ direction }) => direction === "sent"));
  const joined = sent.map(({ mail, step }): Joined => {
    const named = [...free].filter(
      ({ messageId, originalId }) =>
        mail.message_id !== null &&
        (messageId === mail.message_id || originalId === mail.message_id),
    );
    const alike =
      named.length > 0
        ? named
        : [...free].filter(
            (copy) =>
              Math.abs(copy.at - mail.at) <= NEAR_MS &&
              subjectKey(copy.subject) === subjectKey(mail.subject),
          );
    if (alike.length > 1) {
      notes.push(`Two emails in the Sent folder fit step ${step}: neither was taken.`);
      for (const one of alike) free.delete(one);
    }
    const [only] = alike.length === 1 ? alike : [];
    if (only) free.delete(only);
    const messageId = only?.messageId ?? mail.message_id;
    return {
      step,
      at: mail.at,
      sender: lower(mail.sender),
      messageId,
      otherId: mail.message_id !== messageId ? mail.message_id : (only?.originalId ?? null),
      subject: mail.subject === "" ? (only?.subject ?? "") : mail.subject,
      text: mail.text,
    };
  });
  return { joined, others: [...free].toSorted((a, b) => a.at - b.at) };
}

/** Copies in the Sent folder that the rival does not list, and that are steps of this campaign. */
function fitting(
  others: readonly FolderMail[],
  { folder, steps, senders, campaigns, mails }: Evidence,
  joined: readonly Joined[],
  notes: string[],
): FolderMail[] {
  const received = new Set(
    [
      ...folder.filter(({ direction }) => direction === "received").map((m) => m.messageId),
      ...mails.filter(({ direction }) => direction === "received").map((m) => m.message_id),
    ].filter((id) => id !== null),
  );
  const byHand = new Set(
    mails.filter(({ direction }) => direction === "by_hand").map((m) => m.message_id),
  );
  const own = senders.map((sender) => sender.trim().toLowerCase());
  const subjects = steps.flatMap(({ variants }) => variants.map(({ subject }) => subject));
  const threads = new Set(joined.map(({ subject }) => subjectKey(subject)));
  const possible = others.filter(
    (mail) =>
      (own.length === 0 || own.includes(mail.mailbox)) &&
      !(mail.inReplyTo !== null && received.has(mail.inReplyTo)) &&
      !(mail.messageId !== null && byHand.has(mail.messageId)),
  );
  const fits = possible.filter(
    (mail) =>
      threads.has(subjectKey(mail.subject)) ||
      subjects.some((subject) => subject.trim() !== "" && subjectFits(subject, mail.subject)),
  );
  if (campaigns > 1 && fits.length > 0) {
    notes.push(
      `${fits.length} emails in the Sent folder may be of any of ${campaigns} campaigns: none was counted.`,
    );
    return [];
  }
  if (fits.length < possible.length) {
    notes.push(`${possible.length - fits.length} emails in the Sent folder fit no step.`);
  }
  return fits;
}

/** All mails by time, numbered; those that have a number keep it. */
function inOrder(
  joined: readonly Joined[],
  extra: readonly FolderMail[],
  step: number,
): MovedMail[] {
  const used = new Set(joined.map((mail) => mail.step));
  const all = [
    ...joined,
    ...extra.map((mail): Omit<MovedMail, "step"> & { step: null } => ({
      step: null,
      at: mail.at,
      sender: mail.mailbox,
      messageId: mail.messageId,
      otherId: mail.originalId,
      subject: mail.subject,
      text: "",
    })),
  ].toSorted((a, b) => a.at - b.at);
  let next = 1;
  const numbered = all.flatMap((mail): MovedMail[] => {
    if (mail.step !== null) return mail.step > step ? [] : [{ ...mail, step: mail.step }];
    while (used.has(next)) next++;
    if (next > step) return [];
    used.add(next);
    return [{ ...mail, step: next }];
  });
  // One mail for each step: a second try of the same is the later one.
  return [...new Map(numbered.map((mail) => [mail.step, mail])).values()].toSorted(
    (a, b) => a.step - b.step,
  );
}

/** Whether the lead answered or bounced since the first mail, as its mailbox shows. */
function statusByFolder(
  { folder, mails: rival, place }: Evidence,
  mails: readonly MovedMail[],
): MovedStatus | null {
  if (
    place.state === "unsubscribed" ||
    place.interest === "do_not_contact" ||
    folder.some(({ direction }) => direction === "opt_out")
  ) {
    return "unsubscribed";
  }
  if (place.state === "bounced" || folder.some(({ direction }) => direction === "bounce")) {
    return "bounced";
  }
  const first = Math.min(...mails.map(({ at }) => at), place.last_sent_at ?? Infinity);
  const ids = new Set(mails.flatMap(({ messageId, otherId }) => [messageId, otherId]));
  const answered = folder.some(
    ({ direction, automatic, at, inReplyTo }) =>
      direction === "received" &&
      !automatic &&
      (at >= first || (inReplyTo !== null && ids.has(inReplyTo))),
  );
  return answered || rival.some(({ direction, at }) => direction === "received" && at >= first)
    ? "replied"
    : null;
}

const ENDS: readonly FoundOf<"place">["interest"][] = [
  "interested",
  "meeting_booked",
  "meeting_done",
  "won",
  "not_interested",
  "wrong_person",
  "lost",
  "no_show",
];

function statusOf(place: FoundOf<"place">, step: number, steps: number): MovedStatus {
  const { state, interest } = place;
  if (state === "replied" || ENDS.includes(interest)) return "replied";
  if (state === "stopped") return "stopped";
  if (step >= steps && step > 0) return "completed";
  // Finished before its last step: somebody stopped it, and nobody says why.
  if (state === "completed") return "stopped";
  if (state === "paused") return "paused";
  return step === 0 ? "waiting" : "running";
}
