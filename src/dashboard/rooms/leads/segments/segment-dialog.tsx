import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Segment } from "#modules/leads/contract/segments.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { counted } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { segmentCountQuery } from "#dashboard/rooms/leads/queries.ts";

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
  const title = segment ? "Rename segment" : "Save as segment";
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      acts={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={save.isPending} onClick={() => save.mutate()}>
            {segment ? "Rename segment" : "Save segment"}
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
          label="Name"
          value={name}
          data-first
          error={fieldError(save.error, "name") ?? (save.error ? sentenceOf(save.error) : null)}
          hint={
            found
              ? `${found.estimated ? "About " : ""}${counted(found.count, "lead")} now.`
              : "A segment keeps the filters, not the leads: it always finds those that fit."
          }
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
