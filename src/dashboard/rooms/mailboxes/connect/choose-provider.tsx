import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import type { MailProviders } from "#modules/connections/contract/connections.ts";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { grantedQuery } from "./organisation.ts";
import { providersQuery, useConsent } from "#dashboard/rooms/mailboxes/queries.ts";
import { t } from "#dashboard/words/words.ts";

type MailProvider = MailProviders["data"][number];

/** How to connect a mailbox: by consent at its provider, or by its password. */
export function ChooseProvider({
  wid,
  onClose,
  onStep,
  onImport,
}: {
  wid: number;
  onClose: () => void;
  onStep: (step: "password" | "organisation") => void;
  onImport: () => void;
}) {
  const { data, error, refetch } = useQuery(providersQuery(wid));
  const consent = useConsent(wid);
  const granted = useQuery(grantedQuery(wid)).data?.filter(({ state }) => state !== "connected");
  // A provider of the operator's own has a name only once it is set up.
  const offered = (data?.data ?? [])
    .filter((one) => one.is_available || one.provider !== "custom")
    .toSorted((a, b) => Number(b.is_available) - Number(a.is_available));
  const first = offered.find((one) => one.is_available);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Connect mailbox")}
      acts={<Button onClick={onClose}>{t("Cancel")}</Button>}
    >
      <p className="text-text-2">
        {t(
          "Sign in at the mailbox's provider. No password is stored here, and you can withdraw access there at any time.",
        )}
      </p>
      <ul className="grid gap-3">
        {offered.map((one) => (
          <li key={one.provider}>
            <Offer
              provider={one}
              isFirst={one === first}
              busy={consent.isPending}
              onChoose={() => consent.mutate({ provider: one.provider })}
            />
          </li>
        ))}
        {!data && (
          <li>
            <Waiting what={t("providers")} rows={2} error={error} onRetry={refetch} />
          </li>
        )}
        {granted && granted.length > 0 && (
          <li>
            <Button className="w-full" onClick={() => onStep("organisation")}>
              {t("Connect {n, plural, one {# address} other {# addresses}} of your organization", {
                n: granted.length,
              })}
            </Button>
          </li>
        )}
        <li>
          <Button
            className="w-full"
            data-first={first === undefined ? "" : undefined}
            onClick={() => onStep("password")}
          >
            {t("Other (SMTP and IMAP)")}
          </Button>
        </li>
        <li>
          <Button className="w-full" onClick={onImport}>
            {t("Many from a CSV or XLSX file")}
          </Button>
        </li>
      </ul>
      {consent.error && (
        <Note
          tone="bad"
          title={
            isApiError(consent.error) && consent.error.code === "oauth_client_missing"
              ? t("This provider is not set up.")
              : t("The provider's page could not be opened.")
          }
        >
          {sentenceOf(consent.error)}
        </Note>
      )}
    </Dialog>
  );
}

function Offer({
  provider: { provider, name, is_available },
  isFirst,
  busy,
  onChoose,
}: {
  provider: MailProvider;
  isFirst: boolean;
  busy: boolean;
  onChoose: () => void;
}) {
  const { may } = useWorkspace();
  const note = `offer-${provider}`;
  if (is_available) {
    return (
      <Button
        className="w-full"
        data-first={isFirst ? "" : undefined}
        busy={busy}
        onClick={onChoose}
      >
        {t("Connect {name}", { name })}
      </Button>
    );
  }
  return (
    <div className="grid gap-1">
      <Button className="w-full" disabled aria-describedby={note}>
        {t("Connect {name}", { name })}
      </Button>
      <p className="text-12 text-text-2" id={note}>
        {t("An admin has to set up this install's {name} client first.", { name })}{" "}
        {may("admin.edit") && (
          <Link className="link whitespace-nowrap" to="/admin" search={{ tab: "connections" }}>
            {t("Set up {name}", { name })}
          </Link>
        )}
      </p>
    </div>
  );
}
