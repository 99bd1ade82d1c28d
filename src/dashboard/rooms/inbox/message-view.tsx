import { useState } from "react";
import type { Message, Thread } from "#modules/inbox/contract/threads.ts";
import { ownText } from "#modules/inbox/rules/quote.ts";
import { initials } from "#dashboard/lib/format.ts";
import { when } from "#dashboard/lib/time.ts";
import { MailFrame } from "#dashboard/parts/mail-frame.tsx";
import { Status, type Tone } from "#dashboard/parts/status.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { t } from "#dashboard/words/words.ts";
import { AttachmentList } from "./files/attachment-list.tsx";
import { Linked } from "./linked.tsx";

const TONES: Partial<Record<NonNullable<Message["state"]>, Tone>> = {
  failed: "bad",
  unknown: "warn",
  cancelled: "plain",
};

/** What a mail is, where that is not plain. */
const KINDS: Readonly<Record<Message["type"], string>> = {
  campaign: t("campaign"),
  reply: "",
  manual: "",
  forward: t("forward"),
  auto_reply: t("auto reply"),
  bounce: t("bounce"),
  warmup: t("warmup"),
};

/** One mail: who, when, what they wrote; quoted text folded, HTML on request. */
export function MessageView({
  message,
  thread,
  onForward,
}: {
  message: Message;
  thread: Pick<Thread, "id" | "lead">;
  /** Null: this person may not. */
  onForward: (() => void) | null;
}) {
  const { lead } = thread;
  const inbound = message.direction === "inbound";
  const all = message.text.trim();
  const own = ownText(all).trim();
  // The quoted text is mostly below the reply; where the reply is between its lines, all of it is
  // shown.
  const rest = all.startsWith(own) ? all.slice(own.length).trim() : all;
  const folded = rest === "" || own === all ? 0 : rest.split("\n").length;
  const [asHtml, setAsHtml] = useState(false);
  const name = message.from.name || (inbound && lead.name) || message.from.email;
  const kind =
    message.type === "campaign" && message.step !== null
      ? t("step {step}", { step: message.step })
      : KINDS[message.type];
  return (
    <article className="message" aria-label={`${name}, ${kind}`}>
      <header>
        <span className={`avatar ${inbound ? "accent" : ""}`} aria-hidden="true">
          {initials(name)}
        </span>
        <b title={message.from.email}>{name}</b>
        {kind && <span className="text-12 text-text-3">{kind}</span>}
        <State message={message} />
        <span className="ml-auto text-12 text-text-3">
          <LocalTime at={message.sent_at} />
        </span>
      </header>
      {message.type === "forward" && (
        <p className="text-12 text-text-3">{t("To: {to}", { to: message.to.join(", ") })}</p>
      )}
      {message.cc.length > 0 && (
        <p className="text-12 text-text-3">{t("Cc: {cc}", { cc: message.cc.join(", ") })}</p>
      )}
      {message.bcc.length > 0 && (
        <p className="text-12 text-text-3">{t("Bcc: {bcc}", { bcc: message.bcc.join(", ") })}</p>
      )}
      {message.is_unreadable ? (
        <p className="text-text-2">
          {t("This message could not be read. Open it in the mailbox.")}
        </p>
      ) : asHtml ? (
        <MailFrame html={message.html} title={t("Original message from {name}", { name })} />
      ) : (
        <div className="whitespace-pre-wrap">
          <Linked
            text={own || (message.html ? t("This email has no plain text.") : t("Empty message."))}
          />
        </div>
      )}
      {!asHtml && folded > 0 && (
        <details>
          <summary>
            {t("Quoted text, {lines, plural, one {# line} other {# lines}}", { lines: folded })}
          </summary>
          <blockquote className="whitespace-pre-wrap">{rest}</blockquote>
        </details>
      )}
      <AttachmentList threadId={thread.id} message={message} />
      <div className="flex gap-3">
        {message.html !== "" && inbound && (
          <button type="button" className="link w-fit text-12" onClick={() => setAsHtml(!asHtml)}>
            {asHtml ? t("Show plain text") : t("Show original")}
          </button>
        )}
        {onForward && (
          <button
            type="button"
            className="link w-fit text-12"
            title={t("Forward (F: the newest message)")}
            onClick={onForward}
          >
            {t("Forward")}
          </button>
        )}
      </div>
      {message.error && <p className="text-13 text-bad">{message.error}</p>}
    </article>
  );
}

/** How far a mail of ours is; silent once it was sent. */
function State({ message: { state, send_at } }: { message: Message }) {
  if (state === null || state === "sent") return null;
  const text =
    state === "scheduled" && send_at
      ? t("scheduled for {when}", { when: when(send_at) })
      : state === "queued" || state === "sending"
        ? t("sending")
        : state === "unknown"
          ? t("delivery unknown")
          : state === "failed"
            ? t("not sent")
            : state === "cancelled"
              ? t("cancelled")
              : t("scheduled");
  return (
    <Status tone={TONES[state] ?? "info"} shape={state === "failed" ? "octagon" : "half"}>
      {text}
    </Status>
  );
}
