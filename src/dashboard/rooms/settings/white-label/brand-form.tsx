import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { WhiteLabel } from "#modules/accounts/contract/brands.ts";
import type { OwnHost } from "#modules/links/contract/own-hosts.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useUnsaved } from "#dashboard/parts/use-unsaved.ts";
import { AccentField } from "#dashboard/rooms/front/accent-field.tsx";
import { LogoField } from "#dashboard/rooms/front/logo-field.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { BrandPreview } from "./brand-preview.tsx";

const EXAMPLE = "Acme Reach";

type Draft = {
  readonly name: string;
  readonly accent: string;
  /** A data URL, or the address of the one that is saved. */
  readonly logo: string | null;
  readonly senderName: string;
  readonly senderEmail: string;
};

const draftOf = (brand: WhiteLabel): Draft => ({
  name: brand.name ?? "",
  accent: brand.accent ?? "",
  logo: brand.logo_url,
  senderName: brand.sender_name ?? "",
  senderEmail: brand.sender_email ?? "",
});

/** Name, logo, colour and sender, with what clients will see beside them. */
export function BrandForm({ brand, host }: { brand: WhiteLabel; host: OwnHost | null }) {
  const { wid, workspace } = useWorkspace();
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => draftOf(brand));
  const saved = draftOf(brand);
  const changed = Object.entries(draft).some(([key, value]) => value !== saved[key as keyof Draft]);
  useUnsaved(changed);
  const set = (part: Partial<Draft>): void => setDraft((old) => ({ ...old, ...part }));
  const save = useMutation({
    mutationFn: () =>
      api.put<WhiteLabel>(`/admin/clients/${wid}/branding`, {
        name: draft.name,
        accent: draft.accent || null,
        ...(draft.logo !== saved.logo && { logo: draft.logo }),
        sender_name: draft.senderName || null,
        sender_email: draft.senderEmail || null,
      }),
    onSuccess: (stored) => {
      toast(t("White label saved."));
      queries.setQueryData(["w", wid, "white-label"], stored);
    },
  });
  const error = (field: string): string | null => fieldError(save.error, field);
  const isElsewhere = save.error && (!isApiError(save.error) || save.error.fields.length === 0);
  return (
    <Panel
      title={t("White label")}
      footer={
        (changed || brand.name === null) && (
          <div className="flex w-full justify-end gap-2 py-1">
            {changed && <Button onClick={() => setDraft(saved)}>{t("Discard")}</Button>}
            <Button
              look="primary"
              busy={save.isPending}
              disabled={draft.name.trim() === ""}
              onClick={() => save.mutate()}
            >
              {brand.name === null ? t("Use white label") : t("Save")}
            </Button>
          </div>
        )
      }
    >
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-4">
          <p className="text-text-2">
            {workspace
              ? t(
                  "The clients of {name} see this name and look in the dashboard, in emails about their account and in the report. Your team sees your own.",
                  { name: workspace.name },
                )
              : t(
                  "The clients of this workspace see this name and look in the dashboard, in emails about their account and in the report. Your team sees your own.",
                )}
          </p>
          <BrandFields draft={draft} error={error} onChange={set} />
          {error("logo") && <Note tone="bad" title={error("logo")} />}
          {isElsewhere && (
            <Note tone="bad" title={t("Nothing was saved.")}>
              {sentenceOf(save.error)}
            </Note>
          )}
          {brand.name !== null && !changed && <SavedActs hasHost={host?.host != null} />}
        </div>
        <BrandPreview
          name={draft.name || t("Product name")}
          accent={draft.accent}
          logo={draft.logo}
          sender={draft.senderName || draft.name || t("Product name")}
          address={draft.senderEmail}
          url={host?.url ?? host?.links_lead_to ?? ""}
          workspace={workspace?.name ?? ""}
        />
      </div>
    </Panel>
  );
}

function BrandFields({
  draft,
  error,
  onChange,
}: {
  draft: Draft;
  error: (field: string) => string | null;
  onChange: (part: Partial<Draft>) => void;
}) {
  return (
    <>
      <TextField
        label={t("Product name")}
        placeholder={EXAMPLE}
        value={draft.name}
        error={error("name")}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <LogoField logo={draft.logo} onChange={(logo) => onChange({ logo })} />
      <AccentField
        accent={draft.accent}
        error={error("accent")}
        onChange={(accent) => onChange({ accent })}
      />
      <TextField
        label={t("Sender name")}
        placeholder={t("Product name, default")}
        value={draft.senderName}
        error={error("sender_name")}
        onChange={(event) => onChange({ senderName: event.target.value })}
      />
      <TextField
        label={t("Sender address")}
        type="email"
        placeholder={t("Address of this installation, default")}
        hint={t(
          "For invitations, password resets and notifications. The mail server of this installation has to permit it.",
        )}
        value={draft.senderEmail}
        error={error("sender_email")}
        onChange={(event) => onChange({ senderEmail: event.target.value })}
      />
    </>
  );
}

/** What can be done with a white label that is in use. */
function SavedActs({ hasHost }: { hasHost: boolean }) {
  const { wid } = useWorkspace();
  const queries = useQueryClient();
  const mail = useMutation({
    mutationFn: () => api.post<{ to: string }>(`/admin/clients/${wid}/branding/test-mail`),
    onSuccess: ({ to }) => toast(t("Test email sent to {to}.", { to })),
    onError: (cause) => toast(sentenceOf(cause)),
  });
  const remove = useMutation({
    mutationFn: () => api.delete(`/admin/clients/${wid}/branding`),
    onSuccess: () => toast(t("White label removed.")),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: () => queries.invalidateQueries({ queryKey: ["w", wid, "white-label"] }),
  });
  return (
    <div className="flex flex-wrap gap-2">
      <Button busy={mail.isPending} onClick={() => mail.mutate()}>
        {t("Send me a test email")}
      </Button>
      <Button
        look="ghost"
        busy={remove.isPending}
        disabled={hasHost}
        title={hasHost ? t("Remove the host first") : undefined}
        onClick={() =>
          void ask({
            title: t("Remove the white label?"),
            text: t(
              "Clients see the name and look of your installation again, from their next page on.",
            ),
            yes: t("Remove white label"),
          }).then((yes) => yes && remove.mutate())
        }
      >
        {t("Remove white label")}
      </Button>
    </div>
  );
}
