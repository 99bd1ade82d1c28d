import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "#dashboard/routing/use-place.ts";
import type { z } from "zod";
import type { CreateTemplateBody } from "#modules/campaigns/contract/templates.ts";
import type { TemplateKind } from "#modules/campaigns/rules/states.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { formFieldsOf, TextField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";
import { postTemplate } from "./queries.ts";

/** Most emails begin like this; a text cannot be empty. */
const START = '<p>Hi {{ first_name | default: "there" }},</p>';

const TITLES: Readonly<Record<TemplateKind, string>> = {
  campaign: t("New campaign template"),
  step: t("New step template"),
  snippet: t("New snippet template"),
};

/** Asks for the name of a new template, and opens it. */
export function NewTemplate({ kind, onClose }: { kind: TemplateKind; onClose: () => void }) {
  const navigate = useNavigate();
  const make = useMutation({
    mutationFn: ({ name = "", description = "" }: Record<string, string>) =>
      postTemplate(bodyOf(kind, name, description)),
    onSuccess: ({ id }) => {
      onClose();
      void navigate({ to: "/templates/$templateId", params: { templateId: String(id) } });
    },
  });
  return (
    <Dialog open onClose={onClose} title={TITLES[kind]}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          make.mutate(formFieldsOf(event.currentTarget));
        }}
      >
        <TextField
          label={t("Name")}
          name="name"
          maxLength={100}
          required
          error={fieldError(make.error, "name") ?? (make.error && sentenceOf(make.error))}
        />
        <TextField
          label={t("Description")}
          name="description"
          maxLength={500}
          hint={t("What it is for. Optional.")}
        />
        <div className="acts">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" type="submit" busy={make.isPending}>
            {t("Create template")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function bodyOf(
  kind: TemplateKind,
  name: string,
  description: string,
): z.input<typeof CreateTemplateBody> {
  const head = { name, description };
  switch (kind) {
    case "campaign":
      return { kind, ...head, steps: [{ body_html: START }] };
    case "step":
      return { kind, ...head, step: { body_html: START, delay: 3, delay_unit: "days" } };
    case "snippet":
      return { kind, ...head, body_html: `<p>${t("Your text")}</p>` };
  }
}
