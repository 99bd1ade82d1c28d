import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { z } from "zod";
import type { CreateTemplateBody } from "#modules/campaigns/contract/templates.ts";
import type { TemplateKind } from "#modules/campaigns/rules/states.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { formFieldsOf, TextField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";
import { postTemplate } from "./queries.ts";
import { KIND_WORDS } from "./search.ts";

/** Most emails begin like this; a text cannot be empty. */
const START = '<p>Hi {{ first_name | default: "there" }},</p>';

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
    <Dialog
      open
      onClose={onClose}
      title={t("New {value} template", { value: KIND_WORDS[kind][0].toLowerCase() })}
    >
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
      return { kind, ...head, body_html: "<p>Your text</p>" };
  }
}
