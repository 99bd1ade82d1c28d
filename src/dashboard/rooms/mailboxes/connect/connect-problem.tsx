import { Button } from "#dashboard/parts/button.tsx";
import { DocsLink } from "#dashboard/shell/brand.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";

const SENTENCES: Readonly<Record<string, string>> = {
  consent_unknown: t(
    "The answer of the provider was used already, is older than ten minutes, or belongs to another sign-in.",
  ),
  consent_denied: t(
    "Access was not granted at the provider. Some organizations need an admin to allow it there.",
  ),
  scope_missing: t("Not every permission was granted. Leave all of them ticked."),
  refresh_token_missing: t(
    "The provider gave access for a short time only. An admin has to allow offline access for this install's client.",
  ),
  other_account: t("You signed in with another account. Choose the account of this mailbox."),
  oauth_client_missing: t("An admin has to set up this install's client at the provider first."),
  upstream_failed: t(
    "The provider refused the connection. An admin should check the client id and secret.",
  ),
  upstream_unavailable: t("The provider could not be reached. Try again in a moment."),
  limit_reached: t("No more mailboxes fit here. Disconnect one first."),
  quota_reached: t("The mailbox quota of this workspace is used up. Ask an admin for more."),
  unauthenticated: t("You were signed out before you came back."),
  forbidden: t("Your role does not allow you to connect mailboxes. Ask an admin."),
};

/** Why the provider sent the person back without a connected mailbox. */
export function ConnectProblem({
  code,
  what = t("The mailbox is not connected"),
  busy = false,
  onRetry,
}: {
  code: string;
  what?: string;
  busy?: boolean;
  /** Absent where another try is not theirs to make. */
  onRetry?: (() => void) | undefined;
}) {
  return (
    <div role="alert">
      <Note
        tone="bad"
        title={what}
        action={
          onRetry && (
            <Button busy={busy} onClick={onRetry}>
              {t("Try again")}
            </Button>
          )
        }
      >
        {SENTENCES[code] ?? t("Something went wrong on the way back.")}{" "}
        <DocsLink to="/docs/connections#problems">{t("What to do")}</DocsLink>
      </Note>
    </div>
  );
}
