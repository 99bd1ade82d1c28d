import { useMutation, useQuery } from "@tanstack/react-query";
import type { MailboxFault } from "#modules/mailboxes/contract/mailbox-summary.ts";
import type { Mailbox } from "#modules/mailboxes/contract/mailboxes.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import type { Page } from "#dashboard/api/workspace.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { Refused } from "./granted-addresses.tsx";
import { connectByOrganisation, grantedQuery } from "./organisation.ts";
import { useConsent } from "#dashboard/rooms/mailboxes/queries.ts";
import { t } from "#dashboard/words/words.ts";

/** Mailboxes that wait to be connected again: one by one by their owners, an organisation's all at once. */
export function ReconnectDialog({
  wid,
  fault,
  onClose,
}: {
  wid: number;
  fault: MailboxFault;
  onClose: () => void;
}) {
  return fault.kind === "organisation" ? (
    <AllAtOnce wid={wid} fault={fault} onClose={onClose} />
  ) : (
    <OneByOne wid={wid} fault={fault} onClose={onClose} />
  );
}

type Props = { wid: number; fault: MailboxFault; onClose: () => void };

function OneByOne({ wid, fault: { provider, mailboxes }, onClose }: Props) {
  const consent = useConsent(wid);
  const { data, error, refetch } = useQuery({
    queryKey: ["w", wid, "mailboxes", "signed-out", provider],
    queryFn: ({ signal }) =>
      api.get<Page<Mailbox>>(`/workspaces/${wid}/mailboxes`, {
        query: { status: "reconnect_required", provider, limit: 200 },
        signal,
      }),
  });
  const waiting = data?.data.filter(({ connection }) => connection.kind === "oauth");
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Reconnect {n, plural, one {# mailbox} other {# mailboxes}}", { n: mailboxes })}
      acts={<Button onClick={onClose}>{t("Close")}</Button>}
    >
      <p className="text-text-2">
        {t(
          "The owner of each signs in at the provider once more. You come back here after each, and threads, leads and warmup continue.",
        )}
      </p>
      {!waiting ? (
        <Waiting what={t("mailboxes")} rows={3} error={error} onRetry={refetch} />
      ) : (
        <ul className="picks">
          {waiting.map(({ id, email }, place) => (
            <li key={id}>
              <span className="min-w-0 flex-1 break-words">{email}</span>
              <Button
                data-first={place === 0 ? "" : undefined}
                aria-label={t("Connect again: {email}", { email })}
                busy={consent.isPending}
                disabled={provider === null}
                onClick={() => provider && consent.mutate({ provider, mailbox_id: id })}
              >
                {t("Connect again")}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {consent.error && (
        <Note tone="bad" title={t("The provider's page could not be opened.")}>
          {sentenceOf(consent.error)}
        </Note>
      )}
    </Dialog>
  );
}

function AllAtOnce({ wid, fault: { provider, mailboxes }, onClose }: Props) {
  const { data, error, refetch } = useQuery(grantedQuery(wid));
  const waiting = data?.filter(
    (one) => one.provider === provider && one.state === "reconnect_required",
  );
  const connect = useMutation({
    mutationFn: () => connectByOrganisation(wid, waiting ?? []),
    onSuccess: (outcomes) => {
      if (outcomes.some(({ problem }) => problem !== null)) return;
      toast(
        t("{n, plural, one {# mailbox} other {# mailboxes}} connected again.", {
          n: outcomes.length,
        }),
      );
      onClose();
    },
  });
  const withdrawn = mailboxes - (waiting?.length ?? 0);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Reconnect {n, plural, one {# mailbox} other {# mailboxes}}", { n: mailboxes })}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            look="primary"
            busy={connect.isPending}
            disabled={!waiting || waiting.length === 0}
            onClick={() => connect.mutate()}
          >
            {waiting
              ? t("Reconnect {n, plural, one {# mailbox} other {# mailboxes}}", {
                  n: waiting.length,
                })
              : t("Reconnect all")}
          </Button>
        </>
      }
    >
      <p className="text-text-2">
        {t(
          "These mailboxes sign in by their organization. One press connects all of them again, once its admin has restored the access.",
        )}
      </p>
      {!waiting && <Waiting what={t("addresses")} rows={3} error={error} onRetry={refetch} />}
      {waiting && withdrawn > 0 && !connect.data && (
        <Note tone="warn" title={t("{n} cannot be connected here", { n: count(withdrawn) })}>
          {t(
            "An admin took these addresses back from this workspace. Ask an admin to grant them again.",
          )}
        </Note>
      )}
      {connect.data && <Refused outcomes={connect.data} />}
      {connect.error && (
        <Note tone="bad" title={t("Not all were connected.")}>
          {sentenceOf(connect.error)}
        </Note>
      )}
    </Dialog>
  );
}
