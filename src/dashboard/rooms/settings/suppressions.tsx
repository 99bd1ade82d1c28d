import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useId, useState } from "react";
import type {
  ImportSuppressionsAnswer,
  Suppression,
} from "#modules/leads/contract/suppressions.ts";
import type { z } from "zod";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Find } from "#dashboard/parts/find.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { suppressionsQuery } from "./queries.ts";

const REASONS: Readonly<Record<Suppression["reason"], string>> = {
  unsubscribed: t("Unsubscribed"),
  bounced: t("Bounced"),
  complained: t("Complained"),
  manual: t("Manual"),
  do_not_contact: t("Do not contact"),
  erased: t("Erased"),
};

/** Addresses and domains that no path writes to. */
export function Suppressions() {
  const { wid, may } = useWorkspace();
  const queries = useQueryClient();
  const [q, setQ] = useState("");
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    suppressionsQuery(wid, q),
  );
  const rows = (data?.pages ?? []).flatMap((page) => page.data);
  const refresh = () => queries.invalidateQueries({ queryKey: ["w", wid, "suppressions"] });
  const remove = useMutation({
    mutationFn: (row: Suppression) => api.delete(`/workspaces/${wid}/suppressions/${row.id}`),
    onSuccess: (_, row) => toast(t("Suppression removed."), () => again.mutate(row)),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: refresh,
  });
  const again = useMutation({
    mutationFn: ({ kind, value, hash, hash_only, reason }: Suppression) =>
      api.post<Suppression>(`/workspaces/${wid}/suppressions`, {
        ...(value === null ? { hash } : kind === "domain" ? { domain: value } : { email: value }),
        reason: reason === "erased" ? "do_not_contact" : reason,
        ...(value !== null && kind === "address" && { hash_only }),
      }),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: refresh,
  });
  return (
    <div className="grid gap-4">
      {may("suppressions.edit") && <Add wid={wid} onDone={refresh} />}
      <div className="wide:max-w-88">
        <Find label={t("Search addresses and domains")} value={q} onFind={setQ} />
      </div>
      {!data ? (
        <Waiting what={t("suppressions")} rows={4} error={error} onRetry={refetch} />
      ) : rows.length === 0 ? (
        <Empty title={q === "" ? t("No suppressions yet") : t("No matching suppressions")}>
          {t(
            "Unsubscribed leads and bounced addresses are added automatically. Imports never remove them.",
          )}
        </Empty>
      ) : (
        <Panel
          title={t("Suppressions")}
          flush
          footer={
            hasNextPage && (
              <Button look="ghost" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t("Show more")}
              </Button>
            )
          }
        >
          <table className="tbl as-list">
            <TableHead
              columns={[t("Address or domain"), t("Reason"), t("Added"), [t("Actions"), "unseen"]]}
            />
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  <td className="full max-w-96 truncate">
                    {row.value ?? (
                      <span className="mono text-text-3">{row.hash.slice(0, 16)}…</span>
                    )}
                    {row.kind === "domain" && <span className="tag ml-2">{t("domain")}</span>}
                    {row.hash_only && <span className="tag ml-2">{t("hash only")}</span>}
                  </td>
                  <td className="text-text-2">{REASONS[row.reason]}</td>
                  <td className="text-text-3 max-wide:hidden">
                    <LocalTime at={row.created_at} />
                  </td>
                  <td className="text-right">
                    {may("suppressions.edit") && (
                      <Button
                        size="small"
                        look="ghost"
                        onClick={() =>
                          void ask({
                            title:
                              row.value === null
                                ? t("Remove this address from the suppression list?")
                                : t("Remove {entry} from the suppression list?", {
                                    entry: row.value,
                                  }),
                            text: t(
                              "Campaigns can send to it again. Do this only if the recipient asked for it.",
                            ),
                            yes: t("Remove"),
                          }).then((yes) => yes && remove.mutate(row))
                        }
                      >
                        {t("Remove")}
                      </Button>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Panel>
      )}
    </div>
  );
}

function Add({ wid, onDone }: { wid: number; onDone: () => unknown }) {
  const id = useId();
  const [text, setText] = useState("");
  const at = `/workspaces/${wid}/suppressions`;
  const add = useMutation({
    mutationFn: () =>
      api.post<Suppression>(at, text.includes("@") ? { email: text } : { domain: text }),
    onSuccess: ({ id: made }) => {
      toast(t("{entry} is suppressed.", { entry: text }), () => undo.mutate(made));
      setText("");
    },
    onSettled: onDone,
  });
  const undo = useMutation({
    mutationFn: (made: number) => api.delete(`${at}/${made}`),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: onDone,
  });
  const bring = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.set("file", file);
      return api.upload<z.output<typeof ImportSuppressionsAnswer>>(`${at}/import`, form);
    },
    onSuccess: ({ added, already_suppressed, invalid }) =>
      toast(
        t("{added} added, {already} already suppressed, {invalid} invalid.", {
          added: count(added),
          already: count(already_suppressed),
          invalid: count(invalid),
        }),
      ),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: onDone,
  });
  return (
    <form
      className="flex flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
    >
      <div className="min-w-64 flex-1 wide:max-w-88">
        <TextField
          label={t("Add a suppression")}
          placeholder={t("Address or domain")}
          value={text}
          error={
            fieldError(add.error, "email") ??
            fieldError(add.error, "domain") ??
            (add.error ? sentenceOf(add.error) : null)
          }
          onChange={(event) => {
            add.reset();
            setText(event.target.value);
          }}
        />
      </div>
      <Button type="submit" look="primary" busy={add.isPending} disabled={text.trim() === ""}>
        {t("Suppress")}
      </Button>
      <label htmlFor={id} className={buttonClass({}, "focus-within:outline-2")}>
        <Upload size={16} aria-hidden="true" />
        {t("Import file")}
        <input
          id={id}
          type="file"
          className="sr-only"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={(event) => {
            const file = event.target.files?.[0];
            if (file) bring.mutate(file);
          }}
        />
      </label>
    </form>
  );
}
