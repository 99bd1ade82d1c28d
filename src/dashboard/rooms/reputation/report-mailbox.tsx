import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { ReportMailboxSettings } from "#modules/reputation/contract/reports.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { mailboxesQuery } from "#dashboard/api/workspace.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { SelectField, TextField } from "#dashboard/parts/field.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { Status, type Tone } from "#dashboard/parts/status.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { reportSettingsQuery } from "./queries.ts";

type External = ReportMailboxSettings["destinations"][number]["external"];

const EXTERNAL: Readonly<Record<External, { readonly tone: Tone; readonly says: string }>> = {
  own: { tone: "ok", says: t("Own domain") },
  allowed: { tone: "ok", says: t("Allowed") },
  missing: { tone: "bad", says: t("Record missing") },
  unknown: { tone: "plain", says: t("Unknown") },
};

/** Which mailbox reports arrive in, and where the domains ask for them. */
export function ReportMailbox({ wid, onClose }: { wid: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(reportSettingsQuery(wid));
  return (
    <Dialog open broad onClose={onClose} title={t("Report mailbox")}>
      {data ? (
        <div className="grid gap-4">
          <Form
            key={`${data.mailbox_id} ${data.auth_server}`}
            wid={wid}
            settings={data}
            onClose={onClose}
          />
          <Destinations settings={data} />
        </div>
      ) : (
        <Waiting what={t("report mailbox")} rows={2} error={error} onRetry={refetch} />
      )}
    </Dialog>
  );
}

function Form({
  wid,
  settings,
  onClose,
}: {
  wid: number;
  settings: ReportMailboxSettings;
  onClose: () => void;
}) {
  const { may } = useWorkspace();
  const queries = useQueryClient();
  // The others are read once somebody goes to choose.
  const [isAsked, setAsked] = useState(false);
  const all = useQuery({ ...mailboxesQuery(wid), enabled: isAsked }).data;
  const { mailbox_id: id, email } = settings;
  const mailboxes = all ?? (id !== null && email !== null ? [{ id, email }] : []);
  const [mailbox, setMailbox] = useState(String(settings.mailbox_id ?? ""));
  const [server, setServer] = useState(settings.auth_server ?? "");
  const save = useMutation({
    mutationFn: () =>
      api.put<ReportMailboxSettings>(`/workspaces/${wid}/settings/reports`, {
        mailbox_id: mailbox === "" ? null : Number(mailbox),
        auth_server: server.trim() === "" ? null : server.trim(),
      }),
    onError: (error) => toast(sentenceOf(error)),
    onSuccess: () => toast(t("Saved.")),
    onSettled: () => queries.invalidateQueries({ queryKey: ["w", wid, "reputation"] }),
  });
  const locked = !may("settings.edit");
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <SelectField
        label={t("Mailbox for DMARC and TLS reports")}
        hint={t(
          "Put its address into rua of your DMARC records. New emails in it are read as reports.",
        )}
        value={mailbox}
        disabled={locked}
        error={fieldError(save.error, "mailbox_id") ?? null}
        onPointerEnter={() => setAsked(true)}
        onFocus={() => setAsked(true)}
        onChange={({ target }) => setMailbox(target.value)}
      >
        <option value="">{t("None")}</option>
        {mailboxes.map((one) => (
          <option key={one.id} value={one.id}>
            {one.email}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t("Name of its provider in Authentication-Results")}
        placeholder="mx.google.com"
        hint={t(
          "Empty: known from the mailbox's server. Reports count only where this header says that they passed DMARC.",
        )}
        value={server}
        disabled={locked}
        error={fieldError(save.error, "auth_server") ?? null}
        onChange={({ target }) => setServer(target.value)}
      />
      <div className="acts">
        <Button onClick={onClose}>{t("Close")}</Button>
        {!locked && (
          <Button type="submit" look="primary" busy={save.isPending}>
            {t("Save")}
          </Button>
        )}
      </div>
    </form>
  );
}

function Destinations({ settings }: { settings: ReportMailboxSettings }) {
  if (settings.destinations.length === 0) return null;
  return (
    <Scroll label={t("Where domains ask for reports")}>
      <table className="tbl">
        <TableHead columns={[t("Domain"), t("Reports go to"), t("Allowed there")]} />
        <tbody>
          {settings.destinations.map(({ domain, address, external, record }) => (
            <tr key={`${domain} ${address}`}>
              <td>{domain}</td>
              <td className="break-all">{address}</td>
              <td>
                <Status tone={EXTERNAL[external].tone}>{EXTERNAL[external].says}</Status>
                {record !== null && external !== "allowed" && (
                  <span className="mono block text-12 break-all text-text-2">
                    {`${record} TXT "v=DMARC1"`}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
