import type { TestMailboxAnswer } from "#modules/mailboxes/contract/mailboxes.ts";
import { Status } from "#dashboard/parts/status.tsx";
import { fromServer, t } from "#dashboard/words/words.ts";

type Side = TestMailboxAnswer["smtp"];
type Step = Side["step"];

const STEPS: Readonly<Record<Step, string>> = {
  dial: t("Connect to server"),
  tls: t("TLS encryption"),
  greeting: t("Server responds"),
  starttls: t("STARTTLS encryption"),
  auth: t("Sign in"),
  select: t("Open inbox"),
  ok: t("Done"),
};
const SMTP: readonly Step[] = ["dial", "greeting", "auth"];
const IMAP: readonly Step[] = ["dial", "greeting", "auth", "select"];

/** A connection step by step, and what to do about the one that failed. */
export function TestResult({ answer }: { answer: TestMailboxAnswer }) {
  return (
    <section
      className="grid gap-4 rounded-2 border border-line p-4 wide:grid-cols-2"
      role="status"
      aria-label={t("Test result")}
    >
      <Road name={t("Sending (SMTP)")} side={answer.smtp} steps={SMTP} />
      {answer.imap ? (
        <Road name={t("Reading (IMAP)")} side={answer.imap} steps={IMAP} />
      ) : (
        <p className="text-text-3">{t("Reading not tested: no IMAP server set.")}</p>
      )}
    </section>
  );
}

function Road({ name, side, steps }: { name: string; side: Side; steps: readonly Step[] }) {
  const road =
    side.ok || steps.includes(side.step)
      ? steps
      : [...steps.slice(0, 1), side.step, ...steps.slice(1)];
  const failedAt = side.ok ? road.length : road.indexOf(side.step);
  return (
    <div className="grid content-start gap-2">
      <h3>
        {name}
        {side.ok && (
          <span className="font-normal text-text-3"> {t("{ms} ms", { ms: side.latency_ms })}</span>
        )}
      </h3>
      <ol className="grid gap-1">
        {road.map((step, index) => (
          <li key={step}>
            {index < failedAt ? (
              <Status tone="ok" shape="tick">
                {STEPS[step]}
              </Status>
            ) : index === failedAt ? (
              <Status tone="bad" shape="octagon">
                {STEPS[step]}
              </Status>
            ) : (
              <Status shape="ring">{t("{step}, not reached", { step: STEPS[step] })}</Status>
            )}
          </li>
        ))}
      </ol>
      {!side.ok && (
        <p className="text-13 text-text-2">
          {side.message !== null && fromServer(side.message)}{" "}
          {side.hint !== null && fromServer(side.hint)}
        </p>
      )}
    </div>
  );
}
