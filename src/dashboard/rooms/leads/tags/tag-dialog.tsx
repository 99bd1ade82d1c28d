import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Tag } from "#modules/leads/contract/tags.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";

/** Renames a tag, or deletes it, after it says how many leads have it. */
export function TagDialog({
  wid,
  tag,
  deed,
  onClose,
  onDone,
}: {
  wid: number;
  tag: Tag;
  deed: "rename" | "delete";
  onClose: () => void;
  onDone: (name: string | undefined) => void;
}) {
  const [name, setName] = useState(tag.name);
  const path = `/workspaces/${wid}/tags/${tag.id}`;
  const isRename = deed === "rename";
  const work = useMutation({
    mutationFn: async () =>
      isRename
        ? (await api.put<Tag>(path, { name })).name
        : api.delete(path).then((): undefined => undefined),
    onSuccess: async (left) => {
      onDone(left);
      onClose();
      await changed(wid, "tags", "leads", "segments");
    },
  });
  const said = isRename ? t("Rename tag") : t("Delete tag");
  const leads = tag.lead_count;
  return (
    <Dialog
      open
      onClose={onClose}
      title={said}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            look={isRename ? "primary" : "danger"}
            busy={work.isPending}
            onClick={() => work.mutate()}
          >
            {said}
          </Button>
        </>
      }
    >
      {isRename ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            work.mutate();
          }}
        >
          <TextField
            label={t("Name")}
            value={name}
            data-first
            error={fieldError(work.error, "name") ?? (work.error ? sentenceOf(work.error) : null)}
            hint={t(
              "{leads, plural, one {# lead has it.} other {# leads have it.}} Leads and segments keep the tag under its new name.",
              { leads },
            )}
            onChange={(event) => setName(event.target.value)}
          />
          <button type="submit" hidden />
        </form>
      ) : (
        <div className="grid gap-3">
          <p>
            {t(
              "“{name}” is taken off {leads, plural, one {# lead} other {# leads}}. The leads are kept. Segments with this tag find nobody any more.",
              { name: tag.name, leads },
            )}
          </p>
          {work.error && <Note tone="bad" title={sentenceOf(work.error)} />}
        </div>
      )}
    </Dialog>
  );
}
