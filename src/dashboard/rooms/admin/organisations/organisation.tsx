import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useNavigate } from "#dashboard/routing/use-place.ts";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { api } from "#dashboard/api/client.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { distance } from "#dashboard/lib/time.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Fact, Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Copyables } from "#dashboard/rooms/admin/guide-parts.tsx";
import { fromServer, t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { Delegation } from "./delegation.tsx";
import {
  appQuery,
  ORGANISATIONS,
  type Organisation,
  PROVIDER_NAMES,
  type TestAnswer,
} from "./queries.ts";
import { OrganisationState } from "./state.tsx";
import { UserGrants } from "./users.tsx";

/** One tenant or domain: what it lacks, its test, and who may connect which of its addresses. */
export function OrganisationView({ organisation }: { organisation: Organisation }) {
  const { id, name, provider, mailboxes } = organisation;
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => api.delete(`${ORGANISATIONS}/${id}`),
    onSuccess: async () => {
      toast(t("{name} is removed.", { name }));
      await navigate({ to: "/admin", search: { tab: "organisations" } });
      await queries.invalidateQueries({ queryKey: ["admin"] });
    },
    onError: (error) => toast(sentenceOf(error)),
  });
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Link
          className={buttonClass({ look: "ghost", icon: true })}
          to="/admin"
          search={{ tab: "organisations" }}
          aria-label={t("All organizations")}
        >
          <ArrowLeft size={16} aria-hidden="true" />
        </Link>
        <h2 className="min-w-0 text-17 break-words">{name}</h2>
        <OrganisationState state={organisation.state} />
        <Button
          look="danger"
          className="ml-auto"
          busy={remove.isPending}
          onClick={() =>
            void ask({
              title: t("Remove {name}?", { name }),
              text:
                mailboxes === 0
                  ? t("Its addresses are taken back from all workspaces.")
                  : t(
                      "Its addresses are taken back from all workspaces. {mailboxes, plural, one {# mailbox stops} other {# mailboxes stop}} at the next sign-in, and their leads wait.",
                      { mailboxes },
                    ),
              yes: t("Remove organization"),
            }).then((yes) => yes && remove.mutate())
          }
        >
          {t("Remove")}
        </Button>
      </div>
      <Access organisation={organisation} />
      <UserGrants organisation={organisation} />
      <p className="text-12 text-text-3">
        {t(
          "{provider}, {addresses, plural, one {# address} other {# addresses}} granted, {mailboxes} connected.",
          {
            provider: PROVIDER_NAMES[provider],
            addresses: organisation.granted_addresses,
            mailboxes: count(mailboxes),
          },
        )}
      </p>
    </div>
  );
}

/** What is missing and what to do about it; one test proves it. */
function Access({ organisation }: { organisation: Organisation }) {
  const { id, provider, tenant, domains, admin_email, lacks, reason } = organisation;
  const queries = useQueryClient();
  const [email, setEmail] = useState("");
  const test = useMutation({
    mutationFn: () => api.post<TestAnswer>(`${ORGANISATIONS}/${id}/test`, { email }),
    // What opens mailboxes may list users as well by now.
    onSettled: () =>
      Promise.all(
        ["organisations", "organisation-users"].map((key) =>
          queries.invalidateQueries({ queryKey: ["admin", key] }),
        ),
      ),
  });
  const isElsewhere = test.error && !fieldError(test.error, "email");
  return (
    <Panel
      title={t("Access")}
      footer={
        organisation.checked_at
          ? t("Tested {ago}.", { ago: distance(organisation.checked_at) })
          : t("Not tested yet. Only a test proves the access.")
      }
    >
      <div className="grid gap-4">
        <dl className="facts">
          <Fact name={provider === "google" ? t("Primary domain") : t("Tenant ID")}>{tenant}</Fact>
          {domains.length > 0 && <Fact name={t("Domains")}>{domains.join(", ")}</Fact>}
          {admin_email && <Fact name={t("Users listed as")}>{admin_email}</Fact>}
        </dl>
        {lacks.map(({ code, message }) => (
          <Note
            key={code}
            tone={code === "directory_permission_missing" ? "warn" : "bad"}
            title={fromServer(message)}
          >
            {reason && lacks.length === 1 && <span className="break-words">{reason}</span>}
          </Note>
        ))}
        <Invite organisation={organisation} />
        <form
          className="grid items-end gap-3 wide:grid-cols-[minmax(0,22rem)_auto]"
          onSubmit={(event) => {
            event.preventDefault();
            if (!test.isPending) test.mutate();
          }}
        >
          <TextField
            label={t("An address of the organization")}
            type="email"
            autoComplete="off"
            placeholder={`ann@${domains[0] ?? "example.com"}`}
            value={email}
            error={fieldError(test.error, "email")}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button type="submit" className="justify-self-start" busy={test.isPending}>
            {t("Test access")}
          </Button>
        </form>
        <div role="status">
          {test.data?.ok && (
            <Note tone="info" title={t("Access works")}>
              {t("{provider} gave a token for this address.", {
                provider: PROVIDER_NAMES[provider],
              })}
            </Note>
          )}
          {test.data && !test.data.ok && (
            <Note tone="bad" title={t("No access yet")}>
              {test.data.lacks.map(({ message }) => fromServer(message)).join(" ") ||
                fromServer(test.data.reason ?? "")}
            </Note>
          )}
          {isElsewhere && (
            <Note tone="bad" title={t("The test could not run.")}>
              {isApiError(test.error) && test.error.fields[0]
                ? test.error.fields[0].message
                : sentenceOf(test.error)}
            </Note>
          )}
        </div>
      </div>
    </Panel>
  );
}

/** What an admin of the organisation has to open or enter. */
function Invite({
  organisation: { provider, admin_consent_url, state },
}: {
  organisation: Organisation;
}) {
  const { data: app } = useQuery(appQuery(provider));
  const isReady = state === "ready";
  const shown =
    provider === "google" ? (
      app && <Delegation app={app} />
    ) : admin_consent_url ? (
      <div className="grid gap-2">
        <p className="text-text-2">
          <Say
            id={
              "An admin of the tenant opens this link and accepts for the whole organization. Then the app gets access to each mailbox in <0>Exchange Online PowerShell</0>."
            }
            parts={{
              0: (
                <a
                  className="link"
                  href="/docs/connections#microsoft-365-tenants"
                  target="_blank"
                  rel="noopener"
                />
              ),
            }}
          />
        </p>
        <Copyables values={[[t("Consent link"), admin_consent_url]]} />
      </div>
    ) : null;
  if (!shown || !isReady) return shown;
  return (
    <details className="fold">
      <summary>{t("What its admin entered")}</summary>
      <div className="pt-2">{shown}</div>
    </details>
  );
}
