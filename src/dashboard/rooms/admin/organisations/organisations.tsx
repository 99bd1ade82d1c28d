import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { OrganisationProvider } from "#modules/connections/rules/kinds.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty, ListSkeleton } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { ConnectProblem } from "#dashboard/rooms/mailboxes/connect/connect-problem.tsx";
import { useConnectProblem } from "#dashboard/rooms/mailboxes/connect/use-connect-problem.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { AppCard } from "./app-card.tsx";
import { appQuery, type Organisation, organisationsQuery, PROVIDER_NAMES } from "./queries.ts";
import { OrganisationState } from "./state.tsx";

const AddOrganisation = lazy(() =>
  import("./add-organisation.tsx").then((m) => ({ default: m.AddOrganisation })),
);
const OrganisationView = lazy(() =>
  import("./organisation.tsx").then((m) => ({ default: m.OrganisationView })),
);

/** Tenants and domains whose mailboxes need neither passwords nor the consent of each person. */
export function Organisations() {
  const { organisation, connect_problem } = useSearch({ from: "/admin" });
  const navigate = useNavigate();
  const [problem] = useConnectProblem(
    connect_problem,
    () => void navigate({ to: "/admin", search: { tab: "organisations" }, replace: true }),
  );
  const { data, error, refetch } = useQuery(organisationsQuery);
  const open = data?.data.find(({ id }) => id === organisation);
  if (open) {
    return (
      <Suspense fallback={<ListSkeleton label={t("Loading the organization")} />}>
        <OrganisationView key={open.id} organisation={open} />
      </Suspense>
    );
  }
  return (
    <div className="grid gap-4">
      {problem && <ConnectProblem code={problem} what={t("The organization is not connected")} />}
      <p className="text-text-2">
        <Say
          id={
            "An admin of an organization lets this install in once. Then you grant workspaces named addresses of it, and they connect without a password. <0>Every step</0>"
          }
          parts={{
            0: (
              <a
                className="link"
                href="/docs/connections#whole-organizations"
                target="_blank"
                rel="noopener"
              />
            ),
          }}
        />
      </p>
      {data ? (
        <List organisations={data.data} />
      ) : (
        <Waiting what={t("organizations")} rows={3} error={error} onRetry={refetch} framed />
      )}
      <AppCard provider="google" />
      <AppCard provider="microsoft" />
    </div>
  );
}

function List({ organisations }: { organisations: readonly Organisation[] }) {
  const [adding, setAdding] = useState<OrganisationProvider | null>(null);
  const apps = {
    google: useQuery(appQuery("google")).data,
    microsoft: useQuery(appQuery("microsoft")).data,
  };
  const isSetUp = apps.google?.is_set_up === true || apps.microsoft?.is_set_up === true;
  const buttons = (
    <span className="flex flex-wrap gap-2">
      {(["google", "microsoft"] as const).map((provider) => (
        <Button
          key={provider}
          disabled={apps[provider]?.is_set_up !== true}
          onClick={() => setAdding(provider)}
        >
          <Plus size={16} aria-hidden="true" />
          {provider === "google" ? t("Add Google domain") : t("Add Microsoft tenant")}
        </Button>
      ))}
    </span>
  );
  return (
    <>
      {organisations.length === 0 ? (
        <Empty title={t("No organizations yet")} action={isSetUp && buttons}>
          {isSetUp
            ? t("Add a domain of Google Workspace or a tenant of Microsoft 365.")
            : t("First set up this install's app at Google or Microsoft, below.")}
        </Empty>
      ) : (
        <Panel
          title={t("Organizations")}
          aside={<span className="ml-auto max-wide:ml-0">{buttons}</span>}
          flush
        >
          <table className="tbl as-list">
            <TableHead
              columns={[
                t("Name"),
                t("Status"),
                t("Missing"),
                t("Provider"),
                [t("Granted"), "num"],
                [t("Mailboxes"), "num"],
              ]}
            />
            <tbody>
              {organisations.map((one) => (
                <Row key={one.id} organisation={one} />
              ))}
            </tbody>
          </table>
        </Panel>
      )}
      {adding && (
        <Suspense>
          <AddOrganisation provider={adding} app={apps[adding]} onClose={() => setAdding(null)} />
        </Suspense>
      )}
    </>
  );
}

function Row({ organisation }: { organisation: Organisation }) {
  const { id, name, provider, state, lacks, granted_addresses, mailboxes } = organisation;
  const missing = lacks.map(({ message }) => fromServer(message)).join(" ");
  return (
    <tr>
      <td className="max-w-60">
        <Link
          className="name block truncate"
          title={name}
          to="/admin"
          search={{ tab: "organisations", organisation: id }}
        >
          {name}
        </Link>
      </td>
      <td>
        <OrganisationState state={state} />
      </td>
      <td className="full max-w-96 text-text-2">
        <span className="line-clamp-2" title={missing}>
          {missing}
        </span>
      </td>
      <td className="text-text-2">{PROVIDER_NAMES[provider]}</td>
      <td className="num">{count(granted_addresses)}</td>
      <td className="num">{count(mailboxes)}</td>
    </tr>
  );
}
