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

const KINDS: Record<ReadMail["kind"], string> = {
  reply: "Reply of a person",
  auto_reply: "Automatic reply",
  bounce: "Bounce",
  delayed: "Delay notice: the server still tries",
  delivered: "Receipt of delivery",
  complaint: "Spam complaint",
  unsubscribe: "Unsubscription by email",
  own: "Email of a mailbox of this workspace",
};
const MATCHES: Record<NonNullable<ReadMail["matched_send"]>["matched_by"], string> = {
  header: "by the message that it answers",
  report: "by the message that it reports about",
  subject: "by sender and subject",
  address: "by address",
  domain: "by a colleague's subject",
};

/** Shows what would be made of a message; nothing is stored. */
export function PasteMessage() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        aria-label="Paste a message"
        title="Paste a message"
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
      title="Paste a message"
      acts={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            look="primary"
            busy={read.isPending}
            disabled={raw.trim() === ""}
            onClick={() => read.mutate(raw)}
          >
            Read
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <p className="text-text-2">
          Shows what Outrider makes of a message that arrives now. Nothing is stored or sent.
        </p>
        <TextArea
          label="Raw message with its headers"
          data-first
          rows={8}
          spellCheck={false}
          className="font-mono text-12"
          placeholder={
            "From: Ann <ann@example.com>\nSubject: Re: A question\n\nThursday works for me."
          }
          value={raw}
          onChange={(event) => setRaw(event.target.value)}
        />
        <p>
          <label className="link w-fit">
            Choose an .eml file
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
            what="The message could not be read."
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
    <dl className="dl" aria-label="What it is">
      <Fact name="Kind">{KINDS[mail.kind]}</Fact>
      {category && (
        <Fact name="Category">
          {words(category)}
          {confidence !== null && (
            <span className="text-text-3">, {Math.round(confidence * 100)}% sure</span>
          )}
        </Fact>
      )}
      {phrases.length > 0 && (
        <Fact name="Decided by">{phrases.map((phrase) => `“${phrase}”`).join(", ")}</Fact>
      )}
      {bounce && (
        <Fact name="Bounce">
          {words(bounce)}
          <span className="text-text-3">
            {[mail.bounce_code, mail.bounce_reason].filter(Boolean).map((part) => `, ${part}`)}
          </span>
        </Fact>
      )}
      {mail.recipient && <Fact name="Recipient">{mail.recipient}</Fact>}
      {mail.return_date && <Fact name="Date">{mail.return_date}</Fact>}
      <Fact name="Matches">
        {send ? (
          <>
            “{send.subject}” to {send.to}
            <span className="text-text-3">, {MATCHES[send.matched_by]}</span>
          </>
        ) : (
          "No email of this workspace: it would be skipped."
        )}
      </Fact>
      <Fact name="Text">
        <span className="whitespace-pre-wrap">{mail.visible_text || "None"}</span>
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
