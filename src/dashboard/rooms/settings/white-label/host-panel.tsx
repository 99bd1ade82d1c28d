import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { OwnHost } from "#modules/links/contract/own-hosts.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { distance } from "#dashboard/lib/time.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Copy } from "#dashboard/parts/copy.tsx";
import { DocsLink } from "#dashboard/shell/brand.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { DnsRecords } from "#dashboard/rooms/mailboxes/records-panel.tsx";
import { settingsQuery } from "#dashboard/rooms/settings/queries.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

const EXAMPLE = "reach.acme.com";

/** The address at which clients sign in, with the record that it needs. */
export function HostPanel({ host }: { host: OwnHost }) {
  const { wid } = useWorkspace();
  const queries = useQueryClient();
  const [name, setName] = useState(host.host ?? "");
  const path = `/admin/clients/${wid}/host`;
  const stored = (next: OwnHost): void => void queries.setQueryData(["w", wid, "own-host"], next);
  const set = useMutation({
    mutationFn: (next: string | null) => api.put<OwnHost>(path, { host: next }),
    onSuccess: stored,
  });
  const verify = useMutation({
    mutationFn: () => api.post<OwnHost>(`${path}/verify`),
    onSuccess: stored,
    onError: (error) => toast(sentenceOf(error)),
  });
  const isSame = name.trim().toLowerCase() === host.host;
  const remove = async (): Promise<void> => {
    const yes = await ask({
      title: t("Remove {host}?", { host: host.host }),
      text: t(
        "Clients who are signed in there are signed out, their passkeys of this host stop working, and links in emails lead to the address of your installation.",
      ),
      yes: t("Remove host"),
    });
    if (yes) set.mutate(null);
  };
  return (
    <Panel
      title={t("Host")}
      aside={<HostState host={host} />}
      footer={
        host.host !== null && (
          <span role="status">
            {host.checked_at
              ? t("Checked {ago}.", { ago: distance(host.checked_at) }) + " "
              : t("Not checked yet.") + " "}
            {t("Links in emails to clients lead to {address}.", {
              address: host.links_lead_to,
            })}
          </span>
        )
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="text-text-2">
          {t("Clients sign in at a name in their own domain, which serves this workspace alone.")}{" "}
          <DocsLink to="/docs/white-label#the-host">{t("How to set it up")}</DocsLink>
        </p>
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-48 flex-1">
            <TextField
              label={t("Host")}
              placeholder={EXAMPLE}
              spellCheck={false}
              autoComplete="off"
              value={name}
              error={fieldError(set.error, "host") ?? (set.error ? sentenceOf(set.error) : null)}
              onChange={(event) => setName(event.target.value)}
            />
          </div>
          {isSame ? (
            <Button busy={verify.isPending} onClick={() => verify.mutate()}>
              {t("Verify now")}
            </Button>
          ) : (
            <Button
              look="primary"
              busy={set.isPending}
              disabled={name.trim() === ""}
              onClick={() => set.mutate(name.trim())}
            >
              {t("Set host")}
            </Button>
          )}
          {host.host !== null && (
            <Button look="ghost" busy={set.isPending} onClick={() => void remove()}>
              {t("Remove")}
            </Button>
          )}
        </div>
        {host.record && <DnsRecords records={[host.record]} />}
        <Certificate host={host} />
        {host.status === "verified" && host.url && (
          <p className="flex flex-wrap items-center gap-2">
            <span className="text-text-2">{t("Hand this address to your client:")}</span>
            <a className="link" href={host.url} target="_blank" rel="noopener">
              {host.url}
            </a>
            <Copy text={host.url} label={t("Copy the address")} />
          </p>
        )}
        {host.host !== null && <TrackingNote />}
      </div>
    </Panel>
  );
}

function HostState({ host }: { host: OwnHost }) {
  switch (host.status) {
    case "verified":
      return <Status tone="ok">{t("Verified")}</Status>;
    case "failed":
      return (
        <Status tone="bad" shape="octagon" loud>
          {t("Failed")}
        </Status>
      );
    case "pending":
      return (
        <Status shape="draft">
          {host.ssl === "failed" ? t("Waiting for https") : t("Waiting for DNS")}
        </Status>
      );
    case null:
      return <Status shape="ring">{t("Not set")}</Status>;
  }
}

/** https comes from the operator's proxy or platform, which has to know the host as well. */
function Certificate({ host }: { host: OwnHost }) {
  if (host.record?.status !== "pass" || host.ssl === "active") return null;
  return host.ssl === "failed" ? (
    <Note tone="warn" title={t("https does not answer there as this installation.")}>
      {t(
        "Add the host with a certificate to your proxy, or as a custom domain on Cloudflare, then verify it.",
      )}{" "}
      <DocsLink to="/docs/white-label#https">{t("How to do that")}</DocsLink>
    </Note>
  ) : (
    <Note title={t("https is not checked yet.")}>
      {t("It did not answer in time. It is tried again.")}
    </Note>
  );
}

/** Mails of campaigns name the tracking domain, else the install's host. */
function TrackingNote() {
  const { wid } = useWorkspace();
  const tracking = useQuery(settingsQuery(wid)).data?.tracking;
  if (!tracking || tracking.status === "verified") return null;
  return (
    <Note title={t("Links in campaign emails show the address of this installation.")}>
      {t("Set a tracking domain as well, under Tracking.")}
    </Note>
  );
}
