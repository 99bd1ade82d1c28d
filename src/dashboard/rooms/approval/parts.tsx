import { useState } from "react";
import type { ApprovalToDecide } from "#modules/campaigns/contract/publishing/approvals.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { TextArea } from "#dashboard/parts/field.tsx";
import { MailFrame } from "#dashboard/parts/mail-frame.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";

/** The emails of a campaign in order, as an invented lead reads them. */
export function MailsToRead({ shown }: { shown: ApprovalToDecide }) {
  return (
    <>
      {shown.note && (
        <Note title={shown.asked_by ?? t("From the team")}>
          <span className="whitespace-pre-wrap">{shown.note}</span>
        </Note>
      )}
      <ol className="grid gap-4">
        {shown.mails.map(({ position, variant, wait, subject, html, text }) => {
          const name =
            variant === "control"
              ? t("Step {position}", { position })
              : t("Step {position}, variant {variant}", { position, variant });
          return (
            <li key={`${position} ${variant}`} className="panel">
              <header>
                <h2>{name}</h2>
                <span className="ml-auto text-12 text-text-3">{wait}</span>
              </header>
              <div className="body grid grid-cols-[minmax(0,1fr)] gap-3">
                <p className="font-strong">{subject || t("No subject")}</p>
                {html === null ? (
                  <p className="text-14 whitespace-pre-wrap">{text}</p>
                ) : (
                  <MailFrame title={name} html={html} own />
                )}
              </div>
            </li>
          );
        })}
      </ol>
      <p className="text-12 text-text-3">
        {t("Shown for an invented lead. Words in [brackets] are filled in for each lead.")}
      </p>
    </>
  );
}

/** Yes, or what should change. */
export function Decision({
  busy,
  error,
  onDecide,
}: {
  busy: boolean;
  error: unknown;
  onDecide: (decision: "approved" | "changes_requested", comment: string) => void;
}) {
  const [comment, setComment] = useState("");
  const [lacks, setLacks] = useState(false);
  const fault = lacks && comment.trim() === "" ? t("Say what should change.") : null;
  return (
    <div className="grid gap-3">
      <TextArea
        label={t("Comment")}
        value={comment}
        maxLength={2_000}
        hint={t("Needed when you ask for changes.")}
        error={fault ?? fieldError(error, "comment")}
        onChange={(event) => setComment(event.target.value)}
      />
      {error !== null && isApiError(error) && error.fields.length === 0 && (
        <Note tone="bad" title={sentenceOf(error)} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button look="primary" busy={busy} onClick={() => onDecide("approved", comment.trim())}>
          {t("Approve")}
        </Button>
        <Button
          busy={busy}
          onClick={() => {
            if (comment.trim() === "") setLacks(true);
            else onDecide("changes_requested", comment.trim());
          }}
        >
          {t("Ask for changes")}
        </Button>
      </div>
    </div>
  );
}
