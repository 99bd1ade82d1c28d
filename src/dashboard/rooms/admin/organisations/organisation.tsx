import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { api } from "#dashboard/api/client.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { count, counted } from "#dashboard/lib/format.ts";
import { distance } from "#dashboard/lib/time.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Fact, Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Copyables } from "#dashboard/rooms/admin/guide-parts.tsx";
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
      toast(`${name} is removed.`);
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
          aria-label="All organizations"
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
              title: `Remove ${name}?`,
              text:
                mailboxes === 0
                  ? "Its addresses are taken back from all workspaces."
                  : `Its addresses are taken back from all workspaces. ${counted(mailboxes, "mailbox stops", "mailboxes stop")} at the next sign-in, and their leads wait.`,
              yes: "Remove organization",
            }).then((yes) => yes && remove.mutate())
          }
        >
          Remove
        </Button>
      </div>
      <Access organisation={organisation} />
      <UserGrants organisation={organisation} />
      <p className="text-12 text-text-3">
        {PROVIDER_NAMES[provider]},{" "}
        {counted(organisation.granted_addresses, "address", "addresses")} granted,{" "}
        {count(mailboxes)} connected.
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
      title="Access"
      footer={
        organisation.checked_at
          ? `Tested ${distance(organisation.checked_at)}.`
          : "Not tested yet. Only a test proves the access."
      }
    >
      <div className="grid gap-4">
        <dl className="facts">
          <Fact name={provider === "google" ? "Primary domain" : "Tenant ID"}>{tenant}</Fact>
          {domains.length > 0 && <Fact name="Domains">{domains.join(", ")}</Fact>}
          {admin_email && <Fact name="Users listed as">{admin_email}</Fact>}
        </dl>
        {lacks.map(({ code, message }) => (
          <Note
            key={code}
            tone={code === "directory_permission_missing" ? "warn" : "bad"}
            title={message}
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
            label="An address of the organization"
            type="email"
            autoComplete="off"
            placeholder={`ann@${domains[0] ?? "example.com"}`}
            value={email}
            error={fieldError(test.error, "email")}
            onChange={(event) => setEmail(event.target.value)}
          />
          <Button type="submit" className="justify-self-start" busy={test.isPending}>
            Test access
          </Button>
        </form>
        <div role="status">
          {test.data?.ok && (
            <Note tone="info" title="Access works">
              {PROVIDER_NAMES[provider]} gave a token for this address.
            </Note>
          )}
          {test.data && !test.data.ok && (
            <Note tone="bad" title="No access yet">
              {test.data.lacks.map(({ message }) => message).join(" ") || test.data.reason}
            </Note>
          )}
          {isElsewhere && (
            <Note tone="bad" title="The test could not run.">
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
          An admin of the tenant opens this link and accepts for the whole organization. Then the
          app gets access to each mailbox in{" "}
          <a
            className="link"
            href="/docs/connections#microsoft-365-tenants"
            target="_blank"
            rel="noopener"
          >
            Exchange Online PowerShell
          </a>
          .
        </p>
        <Copyables values={[["Consent link", admin_consent_url]]} />
      </div>
    ) : null;
  if (!shown || !isReady) return shown;
  return (
    <details className="fold">
      <summary>What its admin entered</summary>
      <div className="pt-2">{shown}</div>
    </details>
  );
}
