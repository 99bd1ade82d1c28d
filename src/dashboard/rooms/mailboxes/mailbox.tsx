import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useNavigate, useParams, useSearch } from "#dashboard/routing/use-place.ts";
import { Ellipsis, PlugZap, Settings2, X } from "lucide-react";
import { lazy, type ReactNode, Suspense, useId, useMemo, useState } from "react";
import type {
  Mailbox,
  MailboxDeletion,
  TestMailboxAnswer,
} from "#modules/mailboxes/contract/mailboxes.ts";
import type { Provider } from "#modules/connections/rules/kinds.ts";
import { api } from "#dashboard/api/client.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { useIsSplit } from "#dashboard/lib/use-media.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { Menu, MenuItem } from "#dashboard/parts/menu.tsx";
import { Empty, Failure, Note } from "#dashboard/parts/states.tsx";
import { MailboxState } from "#dashboard/parts/statuses.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { BackHeading } from "#dashboard/shell/back-heading.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { type Command, useCommands } from "#dashboard/shell/palette-store.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { useConnectProblem } from "./connect/use-connect-problem.ts";
import { ConnectionPanel, waitsForConsent, SignedOut } from "./connect/connection-panel.tsx";
import { DaysPanel } from "./days-panel.tsx";
import { DeletionWords } from "./deletion-words.tsx";
import { HealthPanel } from "./health-panel.tsx";
import { pacingQuery, readNoticesOf, useConsent, useMailbox, warmupQuery } from "./queries.ts";
import { PacingPanel } from "./pacing-panel.tsx";
import { filterOf } from "./search.ts";
import { RecordsPanel } from "./records-panel.tsx";
import { WarmupPanel } from "./warmup-panel.tsx";

const ConnectProblem = lazy(() =>
  import("./connect/connect-problem.tsx").then((m) => ({ default: m.ConnectProblem })),
);
const TestResult = lazy(() => import("./test-result.tsx").then((m) => ({ default: m.TestResult })));
const EditMailbox = lazy(() =>
  import("./edit-mailbox.tsx").then((m) => ({ default: m.EditMailbox })),
);

/** One mailbox: its status, the DNS records to set, its warmup. */
export function MailboxPage() {
  const { wid, may } = useWorkspace();
  const [isEditing, setEditing] = useState(false);
  const { mailboxId } = useParams({ from: "/w/$wid/mailboxes/$mailboxId" });
  const id = Number(mailboxId);
  const search = useSearch({ from: "/w/$wid/mailboxes/$mailboxId" });
  const { reconnect, connect_problem } = search;
  const navigate = useNavigate();
  const [problem] = useConnectProblem(
    connect_problem,
    () =>
      void navigate({
        to: "/w/$wid/mailboxes/$mailboxId",
        params: { wid: String(wid), mailboxId },
        search: filterOf(search),
        replace: true,
      }),
  );
  const consent = useConsent(wid);
  const { mailbox, health } = useMailbox(wid, id, filterOf(search));
  const { data, error, refetch } = mailbox;
  // The panels come together, so that none pushes another down.
  const warmup = useQuery({ ...warmupQuery(wid, data?.email ?? ""), enabled: data !== undefined });
  const pacing = useQuery(pacingQuery(wid, data?.email.split("@")[1] ?? ""));
  const isWhole = !health.isPending && !warmup.isPending && !pacing.isPending;
  const test = useMutation({
    mutationFn: () => api.post<TestMailboxAnswer>(`/workspaces/${wid}/mailboxes/${id}/test`),
    onSuccess: ({ smtp, imap }) => {
      if (!smtp.ok || imap?.ok === false || !may("notifications.edit")) return;
      // If that fails, the notification stays until it is marked as read.
      readNoticesOf(wid, id).catch(() => undefined);
    },
    // One that failed is active again when it succeeds.
    onSettled: () => changed(wid, "mailboxes", "stats", "sending"),
  });
  useMailboxKeys(may("mailboxes.edit") ? data : undefined, {
    edit: () => setEditing(true),
    test: () => test.mutate(),
  });
  const retry = (provider: Provider) => () => consent.mutate({ provider, mailbox_id: id });
  const title = data?.email ?? t("Mailbox");
  const isFailing = data?.status === "connection_error" || data?.status === "sending_error";
  return (
    <Frame
      title={title}
      // Its line is there before it is known: nothing jumps.
      status={
        data ? <MailboxState status={data.status} /> : <span className="text-12">{"\u00a0"}</span>
      }
      actions={
        data && (
          <Actions
            wid={wid}
            mailbox={data}
            isTesting={test.isPending}
            onTest={() => test.mutate()}
            onChange={() => setEditing(true)}
          />
        )
      }
    >
      {data && isWhole ? (
        <>
          {problem ? (
            <Suspense>
              <ConnectProblem
                code={problem}
                busy={consent.isPending}
                onRetry={
                  data.connection.provider !== null && may("connections.edit")
                    ? retry(data.connection.provider)
                    : undefined
                }
              />
            </Suspense>
          ) : (
            waitsForConsent(data) && (
              <SignedOut wid={wid} mailbox={data} isFocused={reconnect === 1} />
            )
          )}
          {consent.error && (
            <Failure what={t("The provider's page could not be opened.")} error={consent.error} />
          )}
          {data.status_message && data.status !== "active" && !waitsForConsent(data) && (
            <Note
              tone="bad"
              title={t("This mailbox has a connection problem")}
              action={
                may("mailboxes.edit") && (
                  <Button look="primary" onClick={() => setEditing(true)}>
                    {t("Edit connection")}
                  </Button>
                )
              }
            >
              {data.status_message && fromServer(data.status_message)}
            </Note>
          )}
          <Suspense>{test.data && <TestResult answer={test.data} />}</Suspense>
          {test.error && <Failure what={t("The test could not run.")} error={test.error} />}
          <Panels wid={wid} mailbox={data} />
          <Suspense>
            {isEditing && (
              <EditMailbox
                wid={wid}
                mailbox={data}
                onClose={() => setEditing(false)}
                onSaved={() => isFailing && test.mutate()}
              />
            )}
          </Suspense>
        </>
      ) : isApiError(error) && error.status === 404 ? (
        <Empty title={t("Mailbox not found")}>{t("It was disconnected.")}</Empty>
      ) : (
        <Waiting what={t("mailbox")} rows={4} error={error} onRetry={refetch} framed />
      )}
    </Frame>
  );
}

/** E and T, and the same in the palette; the sandbox has neither. */
function useMailboxKeys(
  mailbox: Mailbox | undefined,
  { edit, test }: { edit: () => void; test: () => void },
): void {
  const email = mailbox?.connection.kind === "sandbox" ? undefined : mailbox?.email;
  const commands = useMemo(
    (): readonly Command[] =>
      email === undefined
        ? []
        : [
            {
              kind: "Actions",
              name: t("Edit {email}", { email }),
              icon: Settings2,
              keys: "e",
              run: edit,
            },
            {
              kind: "Actions",
              name: t("Test the connection of {email}", { email }),
              icon: PlugZap,
              keys: "t",
              run: test,
            },
          ],
    // The functions do the same for every mailbox.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [email, mailbox?.id],
  );
  useCommands(commands);
}

/** What is known of it; the sandbox has nothing to watch. */
function Panels({ wid, mailbox }: { wid: number; mailbox: Mailbox }) {
  const { id, email, connection } = mailbox;
  if (connection.kind === "sandbox") {
    return (
      <Note tone="info" title={t("Sandbox: nothing leaves Outrider")}>
        {t(
          "This mailbox sends to sample leads only. Its emails are kept here, and can be read in the inbox. It has no server, no warmup and no DNS records.",
        )}
      </Note>
    );
  }
  return (
    <>
      <HealthPanel wid={wid} id={id} />
      <DaysPanel wid={wid} id={id} />
      <PacingPanel wid={wid} email={email} />
      <RecordsPanel wid={wid} id={id} />
      <WarmupPanel wid={wid} id={id} email={email} />
      <ConnectionPanel wid={wid} mailbox={mailbox} />
    </>
  );
}

/** A page of its own, or beside the list where there is room for both. */
function Frame({
  title,
  status,
  actions,
  children,
}: {
  title: string;
  status: ReactNode;
  actions: ReactNode;
  children: ReactNode;
}) {
  const { wid } = useWorkspace();
  const isSplit = useIsSplit();
  const id = useId();
  if (!isSplit) {
    return (
      <Page
        title={title}
        heading={
          <BackHeading to="/w/$wid/mailboxes" all={t("All mailboxes")} title={title} keepsSearch />
        }
        status={status}
        actions={actions}
      >
        {children}
      </Page>
    );
  }
  return (
    <section className="panel pane" aria-labelledby={id}>
      <header>
        <h2 id={id} className="min-w-0 truncate text-17" title={title}>
          {title}
        </h2>
        {status}
        <span className="ml-auto flex gap-2">
          {actions}
          <Link
            className={buttonClass({ look: "ghost", icon: true })}
            to="/w/$wid/mailboxes"
            params={{ wid: String(wid) }}
            search
            resetScroll={false}
            aria-label={t("All mailboxes")}
            title={t("All mailboxes")}
          >
            <X size={16} aria-hidden="true" />
          </Link>
        </span>
      </header>
      <div className="body grid gap-4">{children}</div>
    </section>
  );
}

function Actions({
  wid,
  mailbox,
  isTesting,
  onTest,
  onChange,
}: {
  wid: number;
  mailbox: Mailbox;
  isTesting: boolean;
  onTest: () => void;
  onChange: () => void;
}) {
  const { may } = useWorkspace();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const at = `/workspaces/${wid}/mailboxes/${mailbox.id}`;
  const refresh = () => queries.invalidateQueries({ queryKey: ["w", wid] });
  const setStatus = useMutation({
    mutationFn: (status: Mailbox["status"]) => api.put<Mailbox>(at, { status }),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: () => api.delete(at),
    onSuccess: async () => {
      toast(t("{email} is disconnected.", { email: mailbox.email }));
      await navigate({
        to: "/w/$wid/mailboxes",
        params: { wid: String(wid) },
        search: true,
      });
      await refresh();
    },
    onError: (error) => toast(sentenceOf(error)),
  });
  const disconnect = useMutation({
    mutationFn: async () => {
      const deletion = await api.get<MailboxDeletion>(`${at}/deletion`);
      const sure = await ask({
        title: t("Disconnect {email}?", { email: mailbox.email }),
        text: <DeletionWords deletion={deletion} />,
        yes: t("Disconnect"),
        no: t("Cancel"),
      });
      if (sure) remove.mutate();
    },
    onError: (error) => toast(sentenceOf(error)),
  });
  return (
    <>
      {may("mailboxes.test") && mailbox.connection.kind !== "sandbox" && (
        <Button busy={isTesting} onClick={onTest}>
          {t("Test")}
        </Button>
      )}
      {may("mailboxes.edit") && (
        <Menu
          trigger={
            <Button icon aria-label={t("More actions")}>
              <Ellipsis size={16} aria-hidden="true" />
            </Button>
          }
        >
          {mailbox.connection.kind !== "sandbox" && (
            <MenuItem onChoose={onChange}>{t("Edit")}</MenuItem>
          )}
          {mailbox.status === "active" ? (
            <MenuItem onChoose={() => setStatus.mutate("paused")}>{t("Pause")}</MenuItem>
          ) : (
            mailbox.status !== "reconnect_required" && (
              <MenuItem onChoose={() => setStatus.mutate("active")}>{t("Resume")}</MenuItem>
            )
          )}
          <MenuItem danger onChoose={() => disconnect.mutate()}>
            {t("Disconnect")}
          </MenuItem>
        </Menu>
      )}
    </>
  );
}
