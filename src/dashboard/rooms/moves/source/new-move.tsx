import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "#dashboard/routing/use-place.ts";
import { type FormEvent, useState } from "react";
import type { Move } from "#modules/moving/contract/moves.ts";
import { type Rival, RIVALS } from "#modules/moving/rules/found.ts";
import { RIVAL_NAMES, RIVAL_URLS } from "#modules/moving/rules/states.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { formFieldsOf, SelectField, TextField } from "#dashboard/parts/field.tsx";
import { Segmented } from "#dashboard/parts/segmented.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { MOVES, showMove } from "#dashboard/rooms/moves/queries.ts";
import { RIVAL_HELP } from "#dashboard/rooms/moves/rivals.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { KeyField } from "./key-field.tsx";

/** The server takes other addresses only while it is on this machine. */
const isLocal = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(location.hostname);

/** Begins a move: the product, its key or files, and where it goes. */
export function NewMove({ workspace, onClose }: { workspace: number | null; onClose: () => void }) {
  const { me, may } = useWorkspace();
  const navigate = useNavigate();
  const [rival, setRival] = useState<Rival>("instantly");
  const [by, setBy] = useState<"key" | "files">("key");
  const bringsAll = may("admin.read");
  const begin = useMutation({
    mutationFn: ({ key = "", into = "", base_url = "" }: Record<string, string>) =>
      api.post<Move>(MOVES, {
        rival,
        ...(by === "key" && { key }),
        ...(into !== "" && { workspace_id: Number(into) }),
        ...(by === "key" && base_url.trim() !== "" && { base_url: base_url.trim() }),
      }),
    onSuccess: async (move) => {
      await showMove(move);
      await navigate({
        to: "/admin/moves/$moveId",
        params: { moveId: String(move.id) },
        // Files come one after the other: the page does not go on by itself.
        search: by === "files" ? { step: "read" } : {},
      });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    begin.mutate(formFieldsOf(event.currentTarget));
  };
  const isElsewhere = begin.error && !(isApiError(begin.error) && begin.error.fields.length > 0);
  const product = RIVAL_NAMES[rival];
  return (
    <Dialog open broad onClose={onClose} title={t("Move in from another product")}>
      <form className="grid gap-4" onSubmit={submit}>
        <Segmented
          label={t("Product")}
          options={RIVALS.map((one) => [one, RIVAL_NAMES[one]] as const)}
          value={rival}
          onChoose={setRival}
          fit
        />
        <Segmented
          label={t("How it is read")}
          options={[
            ["key", t("With an API key")],
            ["files", t("From files")],
          ]}
          value={by}
          onChoose={setBy}
          fit
        />
        {by === "key" ? (
          <KeyField rival={rival} error={fieldError(begin.error, "key")} />
        ) : (
          <p className="text-13 text-text-2">
            {RIVAL_HELP[rival].files}{" "}
            {t(
              "Steps are not in files: you write them in the campaign that arrives. You drop the files on the next page.",
            )}
          </p>
        )}
        <SelectField
          label={t("Into")}
          name="into"
          defaultValue={workspace ?? (bringsAll ? "" : (me.workspaces[0]?.id ?? ""))}
          hint={
            bringsAll
              ? t(
                  "A whole agency is split by client: you decide for each before anything is moved.",
                )
              : t("You can move into workspaces that you work in.")
          }
          error={fieldError(begin.error, "workspace_id")}
        >
          {bringsAll && <option value="">{t("Each client into its own workspace")}</option>}
          {me.workspaces.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </SelectField>
        {by === "key" && isLocal && (
          <details className="fold">
            <summary>{t("Another address of its API, on this machine")}</summary>
            <TextField
              label={t("Base URL")}
              name="base_url"
              placeholder={RIVAL_URLS[rival]}
              autoComplete="off"
              error={fieldError(begin.error, "base_url")}
            />
          </details>
        )}
        {isElsewhere && (
          <Note tone="bad" title={t("The move did not begin.")}>
            {sentenceOf(begin.error)}
          </Note>
        )}
        <div className="acts">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" type="submit" busy={begin.isPending}>
            {by === "key" ? t("Read {product}", { product }) : t("Continue to files")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
