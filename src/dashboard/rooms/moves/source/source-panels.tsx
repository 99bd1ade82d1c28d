import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { Move, MoveFiles } from "#modules/moving/contract/moves.ts";
import { RIVAL_NAMES } from "#modules/moving/rules/states.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { DropZone } from "#dashboard/parts/drop-zone.tsx";
import { formFieldsOf } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Failure } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { MOVES, moveChanged, showMove } from "#dashboard/rooms/moves/queries.ts";
import { RIVAL_HELP } from "#dashboard/rooms/moves/rivals.ts";
import { t } from "#dashboard/words/words.ts";
import { KeyField } from "./key-field.tsx";

/** Takes another key: for one that was refused, lacks a scope, or was deleted. */
export function KeyPanel({ move: { id, rival, has_key } }: { move: Move }) {
  const set = useMutation({
    mutationFn: (key: string) => api.put<Move>(`${MOVES}/${id}/key`, { key }),
    onSuccess: async (move) => {
      await showMove(move);
      toast(t("The key of {product} is stored.", { product: RIVAL_NAMES[rival] }));
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    set.mutate(formFieldsOf(form)["key"] ?? "", { onSuccess: () => form.reset() });
  };
  return (
    <Panel
      title={has_key ? t("Another key") : t("Key of {product}", { product: RIVAL_NAMES[rival] })}
    >
      <form className="grid gap-3" onSubmit={submit}>
        <KeyField
          rival={rival}
          error={fieldError(set.error, "key") ?? (set.error && sentenceOf(set.error))}
        />
        <Button type="submit" className="justify-self-start" busy={set.isPending}>
          {has_key ? t("Replace the key") : t("Store the key")}
        </Button>
      </form>
    </Panel>
  );
}

/** Takes files of the other product, and says what each of them brought. */
export function FilesPanel({ move: { id, rival } }: { move: Move }) {
  const [given, setGiven] = useState<readonly File[]>([]);
  const upload = useMutation({
    mutationFn: (files: readonly File[]) => {
      const form = new FormData();
      for (const file of files) form.append("file", file);
      return api.upload<MoveFiles>(`${MOVES}/${id}/files`, form);
    },
    onSuccess: ({ move }) => showMove(move),
    // Some may have been read before one could not be.
    onError: () => moveChanged(id),
  });
  const take = (files: readonly File[]): void => {
    setGiven(files);
    upload.mutate(files);
  };
  return (
    <Panel title={t("Files of {product}", { product: RIVAL_NAMES[rival] })}>
      <div className="grid gap-3">
        <DropZone
          file={null}
          hint={t("Up to 20 files of 100 MB. What a file is, is seen by its columns.")}
          onFiles={take}
        />
        <p className="text-12 text-text-2">
          {RIVAL_HELP[rival].files} {t("A file that comes again replaces what it brought.")}
        </p>
        {upload.isPending && (
          <p className="text-13 text-text-2" role="status">
            {t("Reading {files, plural, one {# file} other {# files}}.", { files: given.length })}
          </p>
        )}
        {upload.error && (
          <Failure
            what={
              given.length === 1
                ? t("The file could not be read.")
                : t("The files could not be read.")
            }
            error={upload.error}
            onRetry={() => upload.mutate(given)}
          />
        )}
        {upload.data && <Read files={upload.data.files} />}
      </div>
    </Panel>
  );
}

function Read({ files }: { files: MoveFiles["files"] }) {
  return (
    <div
      className="rounded-2 border border-line"
      role="status"
      aria-label={t("Files that were read")}
    >
      <table className="tbl as-list">
        <TableHead columns={[t("File"), t("Result"), t("Brought")]} />
        <tbody>
          {files.map((one, place) => (
            <tr key={`${place} ${one.name}`}>
              <td className="break-words">{one.name}</td>
              <td>
                {one.kind === "unknown" ? (
                  <Status tone="bad" shape="octagon">
                    {t("Not recognized")}
                  </Status>
                ) : one.faults > 0 ? (
                  <Status tone="warn" shape="triangle">
                    {t("{lines, plural, one {# line with errors} other {# lines with errors}}", {
                      lines: one.faults,
                    })}
                  </Status>
                ) : (
                  <Status tone="ok" shape="tick">
                    {t("Read")}
                  </Status>
                )}
              </td>
              <td className="full text-text-2">
                {one.called.charAt(0).toUpperCase() + one.called.slice(1)}
                {[
                  one.leads > 0 &&
                    t("{leads, plural, one {# lead} other {# leads}}", { leads: one.leads }),
                  one.mailboxes > 0 &&
                    t("{mailboxes, plural, one {# mailbox} other {# mailboxes}}", {
                      mailboxes: one.mailboxes,
                    }),
                  one.suppressions > 0 &&
                    t("{suppressions, plural, one {# suppression} other {# suppressions}}", {
                      suppressions: one.suppressions,
                    }),
                ]
                  .filter((part) => part !== false)
                  .map((part) => `, ${part}`)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
