import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { MailboxFault } from "#modules/mailboxes/contract/mailbox-summary.ts";
import type { BulkMailboxesAnswer } from "#modules/mailboxes/contract/many-mailboxes.ts";
import type { Mailbox } from "#modules/mailboxes/contract/mailboxes.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { changed, type Page } from "#dashboard/api/workspace.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { providerWords } from "./states.tsx";
import type { MailboxesFilter } from "./search.ts";

const Reconnect = lazy(() =>
  import("./connect/reconnect-dialog.tsx").then((m) => ({ default: m.ReconnectDialog })),
);

/** What stops a mailbox, as a person would say it. */
const CAUSES: Readonly<Record<MailboxFault["code"], string>> = {
  signed_out: t("sign in again"),
  connection_failed: t("connection failed"),
  sending_refused: t("emails refused"),
  quarantined: t("sending stopped for a week"),
};

/** The filter that finds them; a week's stop is no status. */
const STATUS_OF = {
  signed_out: "reconnect_required",
  connection_failed: "connection_error",
  sending_refused: "sending_error",
  quarantined: undefined,
} as const;

const key = ({ code, kind, provider, message }: MailboxFault): string =>
  [code, kind, provider, message].join(" ");

/** Mailboxes that do not send: by cause where several share one or a person can end it, else one by one. */
export function Faults({
  wid,
  faults,
  onShow,
}: {
  wid: number;
  faults: readonly MailboxFault[];
  onShow: (filter: MailboxesFilter) => void;
}) {
  const [open, setOpen] = useState<MailboxFault | null>(null);
  const shared = faults.filter(({ code, mailboxes }) => mailboxes > 1 || code === "signed_out");
  const others = faults.filter((fault) => !shared.includes(fault));
  return (
    <>
      {shared.map((fault) => (
        <Note
          key={key(fault)}
          tone="bad"
          title={titleOf(fault)}
          action={
            <Actions wid={wid} fault={fault} onShow={onShow} onReconnect={() => setOpen(fault)} />
          }
        >
          {named(fault)}.{" "}
          {fault.message === null
            ? t("The leads wait, nothing is lost.")
            : fromServer(fault.message)}
        </Note>
      ))}
      {others.length > 0 && (
        <Note
          tone="bad"
          title={t("{n, plural, one {# mailbox} other {# mailboxes}} not sending", {
            n: others.length,
          })}
        >
          {others
            .slice(0, 3)
            .map(
              ({ emails, message, code }) =>
                `${emails[0]}: ${message === null ? CAUSES[code] : fromServer(message)}`,
            )
            .join(" ")}{" "}
          {t("Their leads continue when the mailbox recovers.")}
        </Note>
      )}
      {open && (
        <Suspense>
          <Reconnect wid={wid} fault={open} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}

function titleOf({ code, kind, provider, mailboxes }: MailboxFault): string {
  const n = mailboxes;
  if (code !== "signed_out" || provider === null || provider === "custom") {
    return `${t("{n, plural, one {# mailbox} other {# mailboxes}}", { n })}: ${CAUSES[code]}`;
  }
  const values = { n, provider: providerWords(provider) };
  return kind === "organisation"
    ? t(
        "{n, plural, one {# mailbox} other {# mailboxes}}: sign in again at {provider}, by your organization",
        values,
      )
    : t("{n, plural, one {# mailbox} other {# mailboxes}}: sign in again at {provider}", values);
}

function named({ emails, mailboxes }: MailboxFault): string {
  const more = mailboxes - emails.length;
  const names = emails.join(", ");
  return more > 0 ? t("{names} and {more} more", { names, more: count(more) }) : names;
}

/** The one thing to do about it. */
function Actions({
  wid,
  fault,
  onShow,
  onReconnect,
}: {
  wid: number;
  fault: MailboxFault;
  onShow: (filter: MailboxesFilter) => void;
  onReconnect: () => void;
}) {
  const { may } = useWorkspace();
  const { code, provider } = fault;
  const status = STATUS_OF[code];
  const retest = useMutation({
    mutationFn: () => testAgain(wid, fault),
    onSuccess: (asked) =>
      toast(
        t(
          "{n, plural, one {# mailbox} other {# mailboxes}} being tested. Those that work again continue.",
          { n: asked },
        ),
      ),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () => changed(wid, "mailboxes", "stats", "sending"),
  });
  if (status === undefined) return null;
  return (
    <span className="flex flex-wrap gap-2">
      <Button
        look="ghost"
        onClick={() => onShow({ status, ...(provider !== null && { provider }) })}
      >
        {t("Show")}
      </Button>
      {code === "signed_out"
        ? may("connections.edit") && <Button onClick={onReconnect}>{t("Reconnect")}</Button>
        : may("mailboxes.edit") && (
            <Button busy={retest.isPending} onClick={() => retest.mutate()}>
              {t("Test again")}
            </Button>
          )}
    </span>
  );
}

/** Tests up to 200 that failed for this cause, in the background. */
async function testAgain(wid: number, { code, message }: MailboxFault): Promise<number> {
  const at = `/workspaces/${wid}/mailboxes`;
  const { data } = await api.get<Page<Mailbox>>(at, {
    query: { status: STATUS_OF[code], limit: 200 },
  });
  const ids = data.filter((one) => one.status_message === message).map(({ id }) => id);
  if (ids.length === 0) return 0;
  const set = { test: true };
  const answer = await api.post<BulkMailboxesAnswer>(`${at}/bulk`, { ids, set });
  return answer.changed;
}
