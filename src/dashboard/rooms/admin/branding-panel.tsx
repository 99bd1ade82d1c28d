import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Branding } from "#modules/accounts/contract/brands.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { brandingQuery } from "#dashboard/api/session.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { AccentField } from "#dashboard/rooms/front/accent-field.tsx";
import { LogoField } from "#dashboard/rooms/front/logo-field.tsx";
import { t } from "#dashboard/words/words.ts";

/** How the install calls and dresses itself for everybody. */
export function BrandingPanel() {
  const branding = useQuery(brandingQuery).data;
  return branding ? <Form key={branding.logo_url} branding={branding} /> : null;
}

function Form({ branding }: { branding: Branding }) {
  const queries = useQueryClient();
  const [name, setName] = useState(branding.name);
  const [logo, setLogo] = useState<string | null | undefined>(undefined);
  const [accent, setAccent] = useState(branding.accent ?? "");
  const save = useMutation({
    mutationFn: () =>
      api.post<Branding>("/setup/branding", {
        name,
        ...(logo !== undefined && { logo }),
        accent: accent || null,
      }),
    onSuccess: async () => {
      toast(t("Branding saved."));
      await queries.invalidateQueries({ queryKey: brandingQuery.queryKey });
    },
  });
  return (
    <Panel
      title={t("Branding")}
      footer={
        <div className="flex w-full justify-end py-1">
          <Button busy={save.isPending} onClick={() => save.mutate()}>
            {t("Save")}
          </Button>
        </div>
      }
    >
      <div className="grid gap-4 wide:grid-cols-2">
        <TextField
          label={t("Product name")}
          value={name}
          error={
            fieldError(save.error, "name") ??
            fieldError(save.error, "logo") ??
            (save.error && !fieldError(save.error, "accent") ? sentenceOf(save.error) : null)
          }
          onChange={(event) => setName(event.target.value)}
        />
        <AccentField
          accent={accent}
          error={fieldError(save.error, "accent")}
          onChange={setAccent}
        />
        <LogoField logo={logo === undefined ? branding.logo_url : logo} onChange={setLogo} />
      </div>
    </Panel>
  );
}
