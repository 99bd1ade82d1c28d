import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type {
  AssignTrackingAnswer,
  TrackingAssignment,
} from "#modules/operations/contract/domains.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { fromServer, t } from "#dashboard/words/words.ts";

type Whole = Omit<AssignTrackingAnswer, "next_cursor"> & { readonly rule: string };

/** Every page of an answer: each has the next hundred workspaces. */
async function assign(rule: string, isDryRun: boolean): Promise<Whole> {
  const data: TrackingAssignment[] = [];
  let cursor: string | null | undefined;
  let last: AssignTrackingAnswer | undefined;
  do {
    const body = { rule, dry_run: isDryRun, ...(cursor && { cursor }) };
    last = await api.post<AssignTrackingAnswer>("/admin/domains/tracking", body, {
      ...(isDryRun && { asks: true }),
    });
    data.push(...last.data);
    cursor = last.next_cursor;
  } while (cursor);
  return { rule, data, kept: last.kept, cname_target: last.cname_target };
}

/** Tracking domains by a rule: shown first, then set where there is none. */
export function AssignTracking({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [rule, setRule] = useState("go.{domain}");
  const preview = useMutation({ mutationFn: () => assign(rule, true) });
  const apply = useMutation({
    mutationFn: () => assign(rule, false),
    onSuccess: ({ data }) => {
      const done = data.filter(({ status }) => status === "assigned").length;
      toast(
        t(
          "{done, plural, one {# tracking domain} other {# tracking domains}} assigned. They work once their records are set.",
          { done },
        ),
      );
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["admin"] }),
  });
  const seen = preview.data?.rule === rule ? preview.data : null;
  const fresh = seen?.data.filter(({ status }) => status === "new").length ?? 0;
  const error = apply.error ?? preview.error;
  const field = fieldError(error, "rule");
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={t("Assign tracking domains")}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          {seen && fresh > 0 ? (
            <Button look="primary" busy={apply.isPending} onClick={() => apply.mutate()}>
              {t("Assign {fresh, plural, one {# domain} other {# domains}}", { fresh })}
            </Button>
          ) : (
            <Button
              look="primary"
              busy={preview.isPending}
              disabled={rule === "" || seen !== null}
              onClick={() => preview.mutate()}
            >
              {t("Preview")}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        <TextField
          label={t("Rule")}
          data-first
          value={rule}
          hint={t("'{'domain'}' is the sending domain with the most mailboxes of each workspace.")}
          error={field}
          onChange={(event) => setRule(event.target.value)}
        />
        {error && !field && (
          <Note tone="bad" title={t("The rule could not be applied.")}>
            {sentenceOf(error)}
          </Note>
        )}
        {seen && <Preview seen={seen} fresh={fresh} />}
      </div>
    </Dialog>
  );
}

function Preview({ seen, fresh }: { seen: Whole; fresh: number }) {
  return (
    <>
      <p role="status" className="text-13 text-text-2">
        {fresh === 0
          ? t("No workspace needs a tracking domain that this rule can give it.")
          : t(
              "{fresh, plural, one {# workspace gets a tracking domain.} other {# workspaces get a tracking domain.}} Each needs a CNAME record to {target} and a TXT record.",
              { fresh, target: seen.cname_target },
            )}{" "}
        {seen.kept > 0 &&
          t(
            "{kept, plural, one {# workspace keeps its own.} other {# workspaces keep their own.}}",
            {
              kept: seen.kept,
            },
          )}
      </p>
      {seen.data.length > 0 && (
        <table className="tbl as-list">
          <TableHead columns={[t("Workspace"), t("Tracking domain"), t("Result")]} />
          <tbody>
            {seen.data.map((row) => (
              <tr key={row.workspace.id}>
                <td>{row.workspace.name}</td>
                <td className="full wrap-anywhere">{row.host ?? "–"}</td>
                <td className="full">
                  <Result row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function Result({ row }: { row: TrackingAssignment }) {
  switch (row.status) {
    case "new":
    case "assigned":
      return row.points_to ? (
        <Status tone="warn" shape="triangle">
          {t("New, points to {product}", {
            product: row.points_to.product ?? row.points_to.target,
          })}
        </Status>
      ) : (
        <Status tone="info">{t("New")}</Status>
      );
    case "taken":
      return <Status shape="ring">{t("Used by another workspace")}</Status>;
    case "no_domain":
      return <Status shape="ring">{t("No domain of its own")}</Status>;
    case "refused":
      return (
        <Status tone="bad" shape="octagon">
          {row.message === null ? t("Not possible") : fromServer(row.message)}
        </Status>
      );
  }
}
