import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Webhook } from "#modules/events/contract/webhooks.ts";
import { EVENT_TYPES, type EventType } from "#modules/events/rules/event.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { DocsLink } from "#dashboard/shell/brand.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Check, TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";
import { EVENT_WORDS } from "./words.ts";

/** Adds or edits a webhook; an empty secret keeps the saved one. */
export function EditWebhook({
  wid,
  webhook,
  onClose,
  onSaved,
}: {
  wid: number;
  webhook: Webhook | null;
  onClose: () => void;
  onSaved: (id: number) => void;
}) {
  const queries = useQueryClient();
  const [url, setUrl] = useState(webhook?.url ?? "");
  const [secret, setSecret] = useState(webhook ? "" : newSecret());
  const [events, setEvents] = useState<readonly EventType[]>(webhook?.events ?? EVENT_TYPES);
  const save = useMutation({
    mutationFn: () => {
      const body = { url, events, ...(secret !== "" && { secret }) };
      return webhook
        ? api.put<Webhook>(`/workspaces/${wid}/webhooks/${webhook.id}`, {
            ...body,
            // Saving does not turn the webhook on.
            is_active: webhook.is_active,
          })
        : api.post<Webhook>(`/workspaces/${wid}/webhooks`, body);
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: ["w", wid, "webhooks"] });
      onClose();
      onSaved(id);
    },
  });
  const isElsewhere =
    save.error !== null && (!isApiError(save.error) || save.error.fields.length === 0);
  const toggle = (event: EventType): void =>
    setEvents(events.includes(event) ? events.filter((one) => one !== event) : [...events, event]);
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={webhook ? t("Edit webhook") : t("Add webhook")}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" busy={save.isPending} onClick={() => save.mutate()}>
            {webhook ? t("Save") : t("Add webhook")}
          </Button>
        </>
      }
    >
      <TextField
        label={t("URL")}
        type="url"
        placeholder="https://crm.example.com/hooks/outreach"
        value={url}
        error={fieldError(save.error, "url")}
        onChange={(event) => setUrl(event.target.value)}
      />
      <TextField
        label={t("Secret")}
        autoComplete="off"
        spellCheck={false}
        value={secret}
        error={fieldError(save.error, "secret")}
        hint={
          webhook ? (
            t("Leave empty to keep the saved secret.")
          ) : (
            <>
              {t("Signs each delivery. Copy it now. It is shown only once.")}{" "}
              <DocsLink to="/docs/webhooks#check-the-signature">{t("How to verify it")}</DocsLink>
            </>
          )
        }
        onChange={(event) => setSecret(event.target.value)}
      />
      <fieldset className="grid gap-2 wide:grid-cols-2">
        <legend className="mb-2 font-medium">{t("Events")}</legend>
        {EVENT_TYPES.map((event) => (
          <Check
            key={event}
            label={event}
            hint={EVENT_WORDS[event]}
            checked={events.includes(event)}
            onChange={() => toggle(event)}
          />
        ))}
      </fieldset>
      {fieldError(save.error, "events") && (
        <Note tone="bad" title={fieldError(save.error, "events")} />
      )}
      {isElsewhere && (
        <Note tone="bad" title={t("The webhook could not be saved.")}>
          {sentenceOf(save.error)}
        </Note>
      )}
    </Dialog>
  );
}

/** 24 random bytes as verifiers of Standard Webhooks take them. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
