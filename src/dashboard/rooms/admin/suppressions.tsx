import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type {
  ImportInstallSuppressionsAnswer,
  InstallSuppression,
} from "#modules/leads/contract/install-suppressions.ts";
import type { AdminSettings } from "#modules/operations/contract/admin.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button, ShowEarlier } from "#dashboard/parts/button.tsx";
import { DropZone } from "#dashboard/parts/drop-zone.tsx";
import { Check, TextField } from "#dashboard/parts/field.tsx";
import { NumberField } from "#dashboard/parts/number-field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { adminSettingsQuery, installSuppressionsQuery } from "./queries.ts";

const CAUSES: Readonly<Record<InstallSuppression["cause"], string>> = {
  manual: t("Added by an admin"),
  imported: t("Imported"),
  opt_out: t("Opted out"),
  complaint: t("Complained"),
  erased: t("Erased"),
};

/** Addresses and domains that no workspace writes to, and the rules about them. */
export function InstallSuppressions() {
  const [value, setValue] = useState("");
  const [asked, setAsked] = useState("");
  const list = useInfiniteQuery(installSuppressionsQuery(asked));
  const { data, error, refetch } = list;
  const rows = (data?.pages ?? []).flatMap((page) => page.data);
  return (
    <div className="grid gap-4">
      <p className="text-text-2">
        {t(
          "No workspace writes to these addresses and domains. Only their hashes are stored, so the list cannot be read. Search for a whole address or domain.",
        )}
      </p>
      <AddOne />
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          setAsked(value.trim());
        }}
      >
        <TextField
          label={t("Find an address or domain")}
          value={value}
          className="w-72 max-w-full"
          placeholder="ann@example.com"
          onChange={({ target }) => setValue(target.value)}
        />
        <Button type="submit">{t("Search")}</Button>
      </form>
      {!data ? (
        <Waiting what={t("suppressions")} error={error} onRetry={refetch} />
      ) : rows.length === 0 ? (
        <Empty title={asked === "" ? t("No suppressions yet") : t("Not suppressed")}>
          {asked === ""
            ? t("Add an address or a domain, or import a list.")
            : t(
                "This installation does not suppress it. A workspace can have its own suppression.",
              )}
        </Empty>
      ) : (
        <Panel
          title={t("Suppressed in every workspace")}
          flush
          footer={list.hasNextPage && <ShowEarlier list={list} />}
        >
          <table className="tbl as-list">
            <TableHead columns={[t("Entry"), t("Cause"), t("Added"), [t("Actions"), "unseen"]]} />
            <tbody>
              {rows.map((entry) => (
                <Row key={entry.id} entry={entry} asked={asked} />
              ))}
            </tbody>
          </table>
        </Panel>
      )}
      <ImportList />
      <Rules />
    </div>
  );
}

function Row({ entry, asked }: { entry: InstallSuppression; asked: string }) {
  const queries = useQueryClient();
  const names = new Map(useMe().workspaces.map(({ id, name }) => [id, name]));
  const remove = useMutation({
    mutationFn: () => api.delete<unknown>(`/admin/suppressions/${entry.id}`),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin", "suppressions"] }),
  });
  const kind = entry.kind === "address" ? t("Address") : t("Domain");
  return (
    <tr>
      <td className="max-w-72">
        <span className="font-medium">{asked === "" ? kind : asked}</span>
        <span className="mono block truncate text-12 text-text-3">{entry.hash}</span>
      </td>
      <td className="text-text-2">
        {entry.workspace_id === null
          ? CAUSES[entry.cause]
          : t("{cause} in {workspace}", {
              cause: CAUSES[entry.cause],
              workspace:
                names.get(entry.workspace_id) ?? t("workspace {id}", { id: entry.workspace_id }),
            })}
      </td>
      <td className="text-text-3">
        <LocalTime at={entry.created_at} />
      </td>
      <td className="full text-right">
        {entry.cause !== "erased" && (
          <Button
            size="small"
            look="danger"
            busy={remove.isPending}
            onClick={() =>
              void ask({
                title: t("Remove this suppression?"),
                text: t("Workspaces can write to it again, unless they suppress it themselves."),
                yes: t("Remove suppression"),
              }).then((yes) => yes && remove.mutate())
            }
          >
            {t("Remove")}
          </Button>
        )}
      </td>
    </tr>
  );
}

function AddOne() {
  const queries = useQueryClient();
  const [value, setValue] = useState("");
  const add = useMutation({
    mutationFn: () => {
      const text = value.trim();
      const isAddress = text.lastIndexOf("@") > 0;
      return api.post<InstallSuppression>(
        "/admin/suppressions",
        isAddress ? { email: text } : { domain: text },
      );
    },
    onSuccess: () => {
      setValue("");
      toast(t("Suppressed in every workspace."));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin", "suppressions"] }),
  });
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <TextField
        label={t("Suppress an address or domain")}
        value={value}
        required
        className="w-72 max-w-full"
        placeholder="ann@example.com"
        error={add.error ? sentenceOf(add.error) : null}
        onChange={({ target }) => setValue(target.value)}
      />
      <Button type="submit" look="primary" busy={add.isPending}>
        {t("Suppress")}
      </Button>
    </form>
  );
}

function ImportList() {
  const queries = useQueryClient();
  const send = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.append("file", file);
      return api.upload<ImportInstallSuppressionsAnswer>("/admin/suppressions/import", form);
    },
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin", "suppressions"] }),
  });
  const { data } = send;
  return (
    <Panel title={t("Import a list")}>
      <div className="grid gap-3">
        <DropZone
          file={send.variables ?? null}
          hint={t("CSV with a column of addresses, domains or SHA-256 hashes")}
          onFile={(file) => send.mutate(file)}
        />
        {data && (
          <p role="status" className="text-text-2">
            {t(
              "{added, plural, one {# new entry} other {# new entries}}, {suppressed} already suppressed, {invalid} not valid.",
              {
                added: data.added,
                suppressed: data.already_suppressed,
                invalid: data.invalid,
              },
            )}
          </p>
        )}
      </div>
    </Panel>
  );
}

function Rules() {
  const queries = useQueryClient();
  const settings = useQuery(adminSettingsQuery).data;
  const [days, setDays] = useState<number | string | null>(null);
  const change = useMutation({
    mutationFn: (body: Partial<AdminSettings>) => api.put<AdminSettings>("/admin/settings", body),
    onSuccess: () => toast(t("Saved.")),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin", "settings"] }),
  });
  if (!settings) return null;
  return (
    <Panel title={t("Rules for all clients")}>
      <div className="grid gap-4">
        <Check
          label={t("An opt-out counts for all clients")}
          hint={t(
            "Who unsubscribes from or complains about one client gets no email from any other. Earlier opt-outs count as well, and stay when you turn this off.",
          )}
          checked={settings.opt_outs_for_all}
          onChange={({ target }) => change.mutate({ opt_outs_for_all: target.checked })}
        />
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            change.mutate({ first_contact_days: Number(days ?? settings.first_contact_days) });
          }}
        >
          <NumberField
            label={t("Days between first emails of two clients")}
            placeholder={t("No rule")}
            empty={0}
            value={days ?? settings.first_contact_days}
            onNumber={setDays}
          />
          <Button type="submit" busy={change.isPending}>
            {t("Save")}
          </Button>
        </form>
        <p className="text-12 text-text-3">
          {t(
            "Nobody gets first emails of two clients within these days. Follow-ups are not affected. No client learns of another's leads.",
          )}
        </p>
      </div>
    </Panel>
  );
}
