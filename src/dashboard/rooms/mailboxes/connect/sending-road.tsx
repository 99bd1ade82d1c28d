import { useMutation } from "@tanstack/react-query";
import type { Mailbox } from "#modules/mailboxes/contract/mailboxes.ts";
import { api } from "#dashboard/api/client.ts";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { useConsent } from "#dashboard/rooms/mailboxes/queries.ts";
import { t } from "#dashboard/words/words.ts";

const APIS = { google: t("the Gmail API"), microsoft: "Microsoft Graph" } as const;

/** What a mailbox sends by, in words. */
export const roadName = ({ connection: { road, provider } }: Mailbox): string =>
  road === "smtp" || provider === null || provider === "custom" ? "SMTP" : APIS[provider];

/** Lets a person choose what a connected mailbox sends by; nothing for one that has SMTP alone. */
export function SendingRoad({ wid, mailbox }: { wid: number; mailbox: Mailbox }) {
  const { kind, provider, road } = mailbox.connection;
  const consent = useConsent(wid);
  const choose = useMutation({
    mutationFn: (wanted: "smtp" | "api") =>
      api.put<Mailbox>(`/workspaces/${wid}/mailboxes/${mailbox.id}`, { road: wanted }),
    onSuccess: () => changed(wid, "mailboxes"),
  });
  if (kind === "password" || (provider !== "google" && provider !== "microsoft")) return null;
  const error = consent.error ?? choose.error;
  const isUngranted =
    isApiError(choose.error) && choose.error.fields.some(({ code }) => code === "api_not_granted");
  const other = road === "api" ? "smtp" : "api";
  return (
    <div className="form">
      <div>
        <Button busy={choose.isPending} onClick={() => choose.mutate(other)}>
          {other === "smtp"
            ? t("Send by SMTP instead")
            : provider === "google"
              ? t("Send by the Gmail API instead")
              : t("Send by Microsoft Graph instead")}
        </Button>
      </div>
      {error && <p role="alert">{sentenceOf(error)}</p>}
      {isUngranted && kind === "oauth" && (
        <div>
          <Button
            busy={consent.isPending}
            onClick={() => consent.mutate({ provider, mailbox_id: mailbox.id, road: "api" })}
          >
            {t("Allow it at {provider}", {
              provider: provider === "google" ? "Google" : "Microsoft",
            })}
          </Button>
        </div>
      )}
    </div>
  );
}
