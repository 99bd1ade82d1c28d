import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Integration } from "#modules/events/contract/integrations.ts";
import { dealEventsOf } from "#modules/events/rules/integrations/deal-rule.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { t } from "#dashboard/words/words.ts";
import { connectionName, sentEvents } from "./connection.ts";
import { EventChoice } from "./event-choice.tsx";

/** Changes the name and the events of a connection; its credentials stay, unless it is connected again. */
export function EditConnection({
  wid,
  one,
  onClose,
  onReconnect,
}: {
  wid: number;
  one: Integration;
  onClose: () => void;
  onReconnect: () => void;
}) {
  const queries = useQueryClient();
  const [name, setName] = useState(one.name ?? "");
  const [events, setEvents] = useState(() => sentEvents(one));
  const named = name.trim() || null;
  const change = {
    ...(named !== one.name && { name: named }),
    ...(events.join() !== sentEvents(one).join() && { events }),
  };
  const save = useMutation({
    mutationFn: () => api.put<Integration>(`/workspaces/${wid}/integrations/${one.id}`, change),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["w", wid, "integrations"] });
      toast(t("Saved."));
      onClose();
    },
  });
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={t("Edit {title}", { title: connectionName(one) })}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            look="primary"
            busy={save.isPending}
            onClick={() => (Object.keys(change).length > 0 ? save.mutate() : onClose())}
          >
            {t("Save")}
          </Button>
        </>
      }
    >
      <TextField
        label={t("Name")}
        hint={t("Tells your connections to {title} apart.", { title: one.title })}
        placeholder={one.title}
        maxLength={60}
        value={name}
        error={fieldError(save.error, "name")}
        onChange={(event) => setName(event.target.value)}
      />
      {one.events.length > 0 && (
        <EventChoice
          offered={one.events}
          events={events}
          needed={dealEventsOf(one.deals)}
          error={fieldError(save.error, "events")}
          onChange={setEvents}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-12 text-text-2">
          {one.status === "error"
            ? t("It is off because events did not arrive. To turn it on, connect it again.")
            : t("To change anything else, connect it again with its credentials.")}
        </p>
        <Button size="small" onClick={onReconnect}>
          {t("Connect it again")}
        </Button>
      </div>
      {save.error && (!isApiError(save.error) || save.error.fields.length === 0) && (
        <Note tone="bad" title={t("Nothing was saved.")}>
          {sentenceOf(save.error)}
        </Note>
      )}
    </Dialog>
  );
}
