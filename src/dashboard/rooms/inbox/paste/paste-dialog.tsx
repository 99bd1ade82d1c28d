import { useMutation } from "@tanstack/react-query";
import { ClipboardPaste } from "lucide-react";
import { type ReactNode, useState } from "react";
import type { ReadMail } from "#modules/inbox/contract/try.ts";
import { api } from "#dashboard/api/client.ts";
import { words } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { TextArea } from "#dashboard/parts/field.tsx";
import { Failure } from "#dashboard/parts/states.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";

const KINDS: Record<ReadMail["kind"], string> = {
  reply: t("Reply of a person"),
  auto_reply: t("Automatic reply"),
  bounce: t("Bounce"),
  delayed: t("Delay notice: the server still tries"),
  delivered: t("Receipt of delivery"),
  complaint: t("Spam complaint"),
  unsubscribe: t("Unsubscription by email"),
  own: t("Email of a mailbox of this workspace"),
};
const MATCHES: Record<NonNullable<ReadMail["matched_send"]>["matched_by"], string> = {
  header: t("by the message that it answers"),
  report: t("by the message that it reports about"),
  subject: t("by sender and subject"),
  address: t("by address"),
  domain: t("by a colleague's subject"),
};

const BOUNCES: Record<NonNullable<ReadMail["bounce"]>, string> = {
  hard: t("Hard"),
  soft: t("Soft"),
  block: t("Block"),
};

/** Shows what would be made of a message; nothing is stored. */
export function PasteMessage() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-label={t("Paste a message")}
        title={t("Paste a message")}
        icon
        onClick={() => setOpen(true)}
      >
        <ClipboardPaste size={16} aria-hidden="true" />
      </Button>
      <PasteDialog open={open} onClose={() => setOpen(false)} />
    </>
  );
}

function PasteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { wid } = useWorkspace();
  const [raw, setRaw] = useState("");
  const read = useMutation({
    mutationFn: (message: string) =>
      api.post<ReadMail>(
        `/workspaces/${wid}/inbox/read`,
        new Blob([message], { type: "message/rfc822" }),
        { asks: true },
      ),
  });
  return (
    <Dialog
      broad
      open={open}
      onClose={onClose}
      title={t("Paste a message")}
      acts={
        <>
          <Button onClick={onClose}>{t("Close")}</Button>
          <Button
            look="primary"
            busy={read.isPending}
            disabled={raw.trim() === ""}
            onClick={() => read.mutate(raw)}
          >
            {t("Read")}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-text-2">
          {t("Shows what Outrider makes of a message that arrives now. Nothing is stored or sent.")}
        </p>
        <TextArea
          label={t("Raw message with its headers")}
          data-first
          rows={8}
          spellCheck={false}
          className="font-mono text-12"
          placeholder={t(
            "From: Ann <ann@example.com>\nSubject: Re: A question\n\nThursday works for me.",
          )}
          value={raw}
          onChange={(event) => setRaw(event.target.value)}
        />
        <p>
          <label className="link w-fit">
            {t("Choose an .eml file")}
            <input
              type="file"
              accept=".eml,message/rfc822"
              className="sr-only"
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                if (file) void file.text().then(setRaw);
              }}
            />
          </label>
        </p>
        {read.error && (
          <Failure
            what={t("The message could not be read.")}
            error={read.error}
            onRetry={() => read.mutate(raw)}
          />
        )}
        {read.data && <Made mail={read.data} />}
      </div>
    </Dialog>
  );
}

function Made({ mail }: { mail: ReadMail }) {
  const { category, category_words: phrases, confidence, bounce, matched_send: send } = mail;
  return (
    <dl className="dl" aria-label={t("What it is")}>
      <Fact name={t("Kind")}>{KINDS[mail.kind]}</Fact>
      {category && (
        <Fact name={t("Category")}>
          {words(category)}
          {confidence !== null && (
            <span className="text-text-3">
              {t(", {sure}% sure", { sure: Math.round(confidence * 100) })}
            </span>
          )}
        </Fact>
      )}
      {phrases.length > 0 && (
        <Fact name={t("Decided by")}>
          {phrases.map((phrase) => t("“{text}”", { text: phrase })).join(", ")}
        </Fact>
      )}
      {bounce && (
        <Fact name={t("Bounce")}>
          {BOUNCES[bounce]}
          <span className="text-text-3">
            {[mail.bounce_code, mail.bounce_reason].filter(Boolean).map((part) => `, ${part}`)}
          </span>
        </Fact>
      )}
      {mail.recipient && <Fact name={t("Recipient")}>{mail.recipient}</Fact>}
      {mail.return_date && <Fact name={t("Date")}>{mail.return_date}</Fact>}
      <Fact name={t("Matches")}>
        {send ? (
          <Say
            id={"“{subject}” to {to}<0>, {how}</0>"}
            values={{ subject: send.subject, to: send.to, how: MATCHES[send.matched_by] }}
            parts={{ 0: <span className="text-text-3" /> }}
          />
        ) : (
          t("No email of this workspace: it would be skipped.")
        )}
      </Fact>
      <Fact name={t("Text")}>
        <span className="whitespace-pre-wrap">{mail.visible_text || t("None")}</span>
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}
