import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Segment, SegmentCount } from "#modules/leads/contract/segments.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { segmentCountQuery } from "#dashboard/rooms/leads/queries.ts";
import { t } from "#dashboard/words/words.ts";

const countWords = ({ count: leads, estimated }: SegmentCount): string =>
  estimated
    ? t("About {leads, plural, one {# lead} other {# leads}} now.", { leads })
    : t("{leads, plural, one {# lead} other {# leads}} now.", { leads });

/** Stores the filters of the list under a name, or renames a segment. */
export function SegmentDialog({
  wid,
  segment,
  filter,
  onClose,
  onSaved,
}: {
  wid: number;
  segment: Segment | null;
  filter: object;
  onClose: () => void;
  onSaved: (segment: Segment) => void;
}) {
  const [name, setName] = useState(segment?.name ?? "");
  const found = useQuery({
    ...segmentCountQuery(wid, segment?.id ?? 0),
    enabled: segment !== null,
  }).data;
  const path = `/workspaces/${wid}/segments`;
  const save = useMutation({
    mutationFn: () =>
      segment
        ? api.put<Segment>(`${path}/${segment.id}`, { name })
        : api.post<Segment>(path, { name, filter }),
    onSuccess: async (saved) => {
      await changed(wid, "segments");
      onSaved(saved);
      onClose();
    },
  });
  const title = segment ? t("Rename segment") : t("Save as segment");
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" busy={save.isPending} onClick={() => save.mutate()}>
            {segment ? t("Rename segment") : t("Save segment")}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <TextField
          label={t("Name")}
          value={name}
          data-first
          error={fieldError(save.error, "name") ?? (save.error ? sentenceOf(save.error) : null)}
          hint={
            found
              ? countWords(found)
              : t("A segment keeps the filters, not the leads: it always finds those that fit.")
          }
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
