import type { MailboxHealth } from "#modules/health/contract/mailbox-health.ts";
import { count, counted } from "#dashboard/lib/format.ts";
import { Note } from "#dashboard/parts/states.tsx";
import { doesNotSend } from "./states.tsx";

/** What stops a mailbox, as a person would say it. */
const CAUSES: Readonly<Record<string, string>> = {
  signed_out: "sign in again",
  connection_failed: "connection failed",
  sending_refused: "emails refused",
  quarantined: "sending stopped for a week",
};

type Cause = { readonly title: string; readonly message: string; readonly rows: MailboxHealth[] };

/** Mailboxes that do not send: by cause where several share one or a person can end it, else one by one. */
export function Faults({ rows }: { rows: readonly MailboxHealth[] }) {
  const stopped = rows.filter(doesNotSend);
  const shared = causesOf(stopped).filter(
    ({ title, rows: own }) => own.length > 1 || title === CAUSES["signed_out"],
  );
  const others = stopped.filter((row) => !shared.some((cause) => cause.rows.includes(row)));
  return (
    <>
      {shared.map(({ title, message, rows: own }) => (
        <Note
          key={`${title} ${message}`}
          tone="bad"
          title={`${counted(own.length, "mailbox", "mailboxes")}: ${title}`}
        >
          {named(own)}. {message}
        </Note>
      ))}
      {others.length > 0 && (
        <Note tone="bad" title={`${counted(others.length, "mailbox", "mailboxes")} not sending`}>
          {others
            .slice(0, 3)
            .map((row) => `${row.email}: ${reasonOf(row)}`)
            .join(" ")}{" "}
          Their leads continue when the mailbox recovers.
        </Note>
      )}
    </>
  );
}

function causesOf(stopped: readonly MailboxHealth[]): readonly Cause[] {
  const causes = new Map<string, Cause>();
  for (const row of stopped) {
    const issue = row.issues.find(({ code }) => code in CAUSES);
    const title = issue && CAUSES[issue.code];
    if (!issue || title === undefined) continue;
    // Each signed-out mailbox has its provider's own words; what to do is the same.
    const message =
      issue.code === "signed_out" ? "The leads wait, nothing is lost." : issue.message;
    const key = `${issue.code} ${message}`;
    const cause = causes.get(key) ?? { title, message, rows: [] };
    cause.rows.push(row);
    causes.set(key, cause);
  }
  return [...causes.values()];
}

const reasonOf = ({ held, smtp }: MailboxHealth): string =>
  held?.reason ?? smtp.error ?? "disconnected";

function named(rows: readonly MailboxHealth[]): string {
  const some = rows.slice(0, 3).map(({ email }) => email);
  const more = rows.length - some.length;
  return `${some.join(", ")}${more > 0 ? ` and ${count(more)} more` : ""}`;
}
