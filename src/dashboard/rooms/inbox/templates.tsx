import { useMutation, useQuery } from "@tanstack/react-query";
import { FileText, Pencil, Trash2 } from "lucide-react";
import { type FormEvent, lazy, Suspense, useState } from "react";
import type { ReplyTemplate } from "#modules/inbox/contract/reply-templates.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { formFieldsOf, TextArea, TextField } from "#dashboard/parts/field.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Menu, MenuItem, MenuLabel } from "#dashboard/parts/menu.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { typedTextOf, unmarked } from "#dashboard/rooms/campaigns/steps/mail-text.ts";
import { readSnippet, type Snippet } from "#dashboard/rooms/templates/snippet-button.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import {
  addTemplate,
  putTemplate,
  dropTemplate,
  templatesChanged,
  templatesQuery,
} from "./queries.ts";

const TemplatePicker = lazy(() =>
  import("#dashboard/rooms/templates/picker.tsx").then((m) => ({ default: m.TemplatePicker })),
);

/** A snippet as the plain text of a reply. */
const replyTextOf = ({ body_html, body_text }: Snippet): string =>
  body_text.trim() || unmarked(typedTextOf(body_html) ?? body_html.replace(/<[^<>]*>/g, " "));

/** One of them, or one that is about to be. */
type Edited = { readonly id: number | null; readonly name: string; readonly body: string };

/** Texts that the workspace uses again and again; read when the list opens. */
export function Templates({ text, onTake }: { text: string; onTake: (text: string) => void }) {
  const [edited, setEdited] = useState<Edited | null>(null);
  const [all, setAll] = useState(false);
  const [picking, setPicking] = useState(false);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button look="ghost">
            <FileText size={16} aria-hidden="true" />
            <span className="max-wide:sr-only">{t("Templates")}</span>
          </Button>
        }
      >
        <Choices
          text={text}
          onTake={onTake}
          onEdit={setEdited}
          onAll={() => setAll(true)}
          onPick={() => setPicking(true)}
        />
      </Menu>
      {picking && (
        <Suspense>
          <TemplatePicker
            kind="snippet"
            title={t("Insert a snippet")}
            onClose={() => setPicking(false)}
            onChoose={({ id }) => {
              setPicking(false);
              void readSnippet(id).then((snippet) => snippet && onTake(replyTextOf(snippet)));
            }}
          />
        </Suspense>
      )}
      {all && edited === null && <All onEdit={setEdited} onClose={() => setAll(false)} />}
      {edited && <Edit of={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function Choices({
  text,
  onTake,
  onEdit,
  onAll,
  onPick,
}: {
  text: string;
  onTake: (text: string) => void;
  onEdit: (template: Edited) => void;
  onAll: () => void;
  onPick: () => void;
}) {
  const { wid, may } = useWorkspace();
  const { data } = useQuery(templatesQuery(wid));
  const templates = data?.data ?? [];
  return (
    <>
      <MenuLabel>
        {!data
          ? t("Loading")
          : templates.length === 0
            ? t("No templates yet")
            : t("Insert template")}
      </MenuLabel>
      {templates.map(({ id, name, body }) => (
        <MenuItem key={id} onChoose={() => onTake(body)}>
          <span className="truncate">{name}</span>
        </MenuItem>
      ))}
      {may("templates.read") && (
        <MenuItem onChoose={onPick}>{t("Snippets of all workspaces")}</MenuItem>
      )}
      {may("reply_templates.edit") && (
        <>
          <MenuLabel>{t("Shared with your team")}</MenuLabel>
          <MenuItem onChoose={() => onEdit({ id: null, name: "", body: text })}>
            {text.trim() === "" ? t("New template") : t("Save reply as template")}
          </MenuItem>
          {templates.length > 0 && <MenuItem onChoose={onAll}>{t("Manage templates")}</MenuItem>}
        </>
      )}
    </>
  );
}

function All({ onEdit, onClose }: { onEdit: (template: Edited) => void; onClose: () => void }) {
  const { wid } = useWorkspace();
  const templates = useQuery(templatesQuery(wid)).data?.data ?? [];
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Reply templates")}
      acts={<Button onClick={onClose}>{t("Close")}</Button>}
    >
      {templates.length === 0 ? (
        <p className="text-text-2">{t("No templates.")}</p>
      ) : (
        <ul className="grid gap-1">
          {templates.map((template) => (
            <Row key={template.id} template={template} onEdit={() => onEdit(template)} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Row({ template, onEdit }: { template: ReplyTemplate; onEdit: () => void }) {
  const { wid } = useWorkspace();
  const { id, name, body } = template;
  const remove = useMutation({
    mutationFn: () => dropTemplate(wid, id),
    onSuccess: async () => {
      await templatesChanged(wid);
      toast(t("“{name}” deleted.", { name }), () => {
        void addTemplate(wid, { name, body }).finally(() => void templatesChanged(wid));
      });
    },
  });
  return (
    <li className="flex items-center gap-1">
      <span className="min-w-0 flex-1">
        <b className="block truncate font-medium">{name}</b>
        <span className="block truncate text-12 text-text-3">{body}</span>
      </span>
      <Button look="ghost" icon aria-label={t("Edit {name}", { name })} onClick={onEdit}>
        <Pencil size={16} aria-hidden="true" />
      </Button>
      <Button
        look="ghost"
        icon
        aria-label={t("Delete {name}", { name })}
        busy={remove.isPending}
        onClick={() => remove.mutate()}
      >
        <Trash2 size={16} aria-hidden="true" />
      </Button>
    </li>
  );
}

function Edit({ of, onClose }: { of: Edited; onClose: () => void }) {
  const { wid } = useWorkspace();
  const save = useMutation({
    mutationFn: ({ name = "", body = "" }: Record<string, string>) =>
      of.id === null ? addTemplate(wid, { name, body }) : putTemplate(wid, of.id, { name, body }),
    onSuccess: async ({ name }) => {
      await templatesChanged(wid);
      onClose();
      toast(t("Template “{name}” saved for your team.", { name }));
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    save.mutate(formFieldsOf(event.currentTarget));
  };
  return (
    <Dialog open onClose={onClose} title={of.id === null ? t("New template") : t("Edit template")}>
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          label={t("Name")}
          name="name"
          defaultValue={of.name}
          maxLength={100}
          required
          error={fieldError(save.error, "name") ?? (save.error && sentenceOf(save.error))}
        />
        <TextArea
          label={t("Text")}
          name="body"
          rows={8}
          defaultValue={of.body}
          required
          hint={t(
            "'{{' first_name '}}', '{{' company '}}' and '{{' sender_name '}}' are filled in when you insert it.",
          )}
          error={fieldError(save.error, "body")}
        />
        <div className="acts">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" type="submit" busy={save.isPending}>
            {t("Save")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
