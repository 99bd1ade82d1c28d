import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Mailbox } from "#modules/mailboxes/contract/mailboxes.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { when } from "#dashboard/lib/time.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Fact, Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { MailboxState } from "#dashboard/parts/statuses.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { roadName, SendingRoad } from "./sending-road.tsx";
import { connectByOrganisation, grantedQuery } from "./organisation.ts";
import { providersQuery, useConsent } from "#dashboard/rooms/mailboxes/queries.ts";
import { fromServer, t } from "#dashboard/words/words.ts";

const NAMES = {
  google: "Google",
  microsoft: "Microsoft",
  custom: t("The provider"),
} as const;

/** Only its owner's consent helps; a mailbox that was paused keeps that status. */
export const waitsForConsent = ({ connection }: Mailbox): boolean =>
  connection.kind !== "password" && connection.state === "reconnect_required";

/** The provider of a mailbox by the name that people know. */
function useProviderName(wid: number, { connection: { provider } }: Mailbox): string {
  const own = useQuery({ ...providersQuery(wid), enabled: provider === "custom" });
  if (provider === null) return "";
  return own.data?.data.find((one) => one.provider === provider)?.name ?? NAMES[provider];
}

/** How a mailbox signs in: who let it, and since when. */
export function ConnectionPanel({ wid, mailbox }: { wid: number; mailbox: Mailbox }) {
  const { connection } = mailbox;
  const name = useProviderName(wid, mailbox);
  const { may } = useWorkspace();
  return (
    <Panel
      title={t("Sign-in")}
      aside={waitsForConsent(mailbox) && <MailboxState status="reconnect_required" />}
    >
      <dl className="facts">
        {connection.provider === null ? (
          <>
            <Fact name={t("Signs in by")}>{t("Password")}</Fact>
            <Fact name={t("Account")}>{mailbox.smtp_username}</Fact>
          </>
        ) : (
          <>
            <Fact name={t("Signs in by")}>
              {connection.kind === "organisation"
                ? t("{name}, for the organization", { name })
                : name}
            </Fact>
            <Fact name={t("Account")}>{connection.account ?? mailbox.email}</Fact>
            {connection.granted_at && (
              <Fact name={t("Connected")}>{when(connection.granted_at)}</Fact>
            )}
            {connection.reason && <Fact name={t("Reason")}>{fromServer(connection.reason)}</Fact>}
            <Fact name={t("Sends by")}>{roadName(mailbox)}</Fact>
          </>
        )}
      </dl>
      {may("mailboxes.edit") && !waitsForConsent(mailbox) && (
        <SendingRoad wid={wid} mailbox={mailbox} />
      )}
    </Panel>
  );
}

/** The provider no longer accepts the connection: the one thing to do about it. */
export function SignedOut({
  wid,
  mailbox,
  isFocused,
}: {
  wid: number;
  mailbox: Mailbox;
  /** Somebody followed a link that asks for this. */
  isFocused: boolean;
}) {
  const { may } = useWorkspace();
  const button = useRef<HTMLButtonElement>(null);
  const consent = useConsent(wid);
  const again = useMutation({ mutationFn: () => connectAgain(wid, mailbox.email) });
  const isOrganisation = mailbox.connection.kind === "organisation";
  const error = consent.error ?? again.error;
  const name = useProviderName(wid, mailbox);
  const { provider } = mailbox.connection;
  useEffect(() => {
    if (isFocused) button.current?.focus();
  }, [isFocused]);
  return (
    <Note
      tone="bad"
      title={t("Sign in again: {name} no longer accepts this connection.", { name })}
      action={
        provider !== null &&
        may("connections.edit") && (
          <Button
            ref={button}
            look="primary"
            busy={consent.isPending || again.isPending}
            onClick={() =>
              isOrganisation ? again.mutate() : consent.mutate({ provider, mailbox_id: mailbox.id })
            }
          >
            {t("Connect again")}
          </Button>
        )
      }
    >
      {t("Its leads wait, nothing is lost.")}
      {isOrganisation && mailbox.connection.reason && (
        <p>{fromServer(mailbox.connection.reason)}</p>
      )}
      {error && <p role="alert">{sentenceOf(error)}</p>}
      {again.data && <p role="alert">{again.data}</p>}
    </Note>
  );
}

/** By its organisation, without anybody's consent; answers why it did not work. */
async function connectAgain(wid: number, email: string): Promise<string | null> {
  const granted = await queryClient.fetchQuery({ ...grantedQuery(wid), staleTime: 0 });
  const own = granted.find((one) => one.email === email);
  if (!own) return t("An admin took this address back from this workspace.");
  const [outcome] = await connectByOrganisation(wid, [own]);
  return outcome?.problem ? fromServer(outcome.problem.message) : null;
}
