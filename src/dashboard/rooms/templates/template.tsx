import { useMutation, useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "#dashboard/routing/use-place.ts";
import { Ellipsis, Trash2 } from "lucide-react";
import { useState } from "react";
import type { Template } from "#modules/campaigns/contract/templates.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Menu, MenuItem } from "#dashboard/parts/menu.tsx";
import { Empty, Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useUnsaved } from "#dashboard/parts/use-unsaved.ts";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { BackHeading } from "#dashboard/shell/back-heading.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { type Draft, templateDraftOf, patchOf } from "./draft.ts";
import { dropInstallTemplate, installTemplateQuery, patchTemplate } from "./queries.ts";
import { KIND_WORDS } from "./search.ts";
import { Texts } from "./texts.tsx";
import { UseInWorkspace } from "./use-in-workspace.tsx";

/** One template of the install, to read and to change. */
export function TemplatePage() {
  const id = Number(useParams({ from: "/templates/$templateId" }).templateId);
  const { data, error, refetch } = useQuery(installTemplateQuery(id));
  if (data) return <Loaded key={data.id} template={data} />;
  return (
    <Page
      title={t("Template")}
      heading={<BackHeading to="/templates" all={t("All templates")} title={t("Template")} />}
    >
      {isApiError(error) && error.status === 404 ? (
        <Empty title={t("Template not found")}>
          {t("It was deleted. What was made of it is still there.")}
        </Empty>
      ) : (
        <Waiting what={t("template")} error={error} onRetry={refetch} />
      )}
    </Page>
  );
}

function Loaded({ template }: { template: Template }) {
  const { may } = useWorkspace();
  const navigate = useNavigate();
  const [base, setBase] = useState(template);
  const [draft, setDraft] = useState(() => templateDraftOf(template));
  const [using, setUsing] = useState(false);
  const patch = patchOf(base, draft);
  const isChanged = patch !== null;
  const disabled = !may("templates.edit");
  useUnsaved(isChanged);
  const take = (next: Template): void => {
    setBase(next);
    setDraft(templateDraftOf(next));
  };
  const save = useMutation({
    mutationFn: (sent: Draft) => patchTemplate(base.id, patchOf(base, sent) ?? {}, base.updated_at),
    onSuccess: (next, sent) => {
      setBase(next);
      // What was typed meanwhile is not stored yet.
      setDraft((now) => (now === sent ? templateDraftOf(next) : now));
      toast(t("Template saved. What was made of it stays as it is."));
    },
  });
  const remove = async (): Promise<void> => {
    const sure = await ask({
      title: t("Delete the template “{name}”?", { name: base.name }),
      text: t("It is gone for every workspace. Campaigns and steps that were made of it stay."),
      yes: t("Delete template"),
      no: t("Cancel"),
    });
    if (!sure) return;
    setDraft(templateDraftOf(base));
    try {
      await dropInstallTemplate(base.id);
      await navigate({ to: "/templates" });
      toast(t("Template “{name}” deleted.", { name: base.name }));
    } catch (error) {
      toast(sentenceOf(error));
    }
  };
  const change = (part: Partial<Draft>): void => setDraft((old) => ({ ...old, ...part }));
  // Somebody else saved it: the page knows both.
  const isBehind = isChanged && template.updated_at > base.updated_at;
  return (
    <Page
      title={base.name}
      heading={<BackHeading to="/templates" all={t("All templates")} title={base.name} />}
      status={<span className="tag justify-self-start">{KIND_WORDS[base.kind][0]}</span>}
      actions={
        <Acts
          onUse={base.kind === "campaign" ? () => setUsing(true) : null}
          onRemove={disabled ? null : () => void remove()}
        />
      }
    >
      <SaveNotes
        error={save.error}
        isBehind={isBehind}
        onTakeTheirs={() => {
          save.reset();
          take(template);
        }}
      />
      <div className="grid gap-4 wide:grid-cols-2">
        <TextField
          label={t("Name")}
          value={draft.name}
          maxLength={100}
          disabled={disabled}
          error={fieldError(save.error, "name")}
          onChange={({ target }) => change({ name: target.value })}
        />
        <TextField
          label={t("Description")}
          value={draft.description}
          maxLength={500}
          disabled={disabled}
          placeholder={t("What it is for")}
          onChange={({ target }) => change({ description: target.value })}
        />
      </div>
      <Texts
        template={base}
        draft={draft}
        disabled={disabled}
        error={save.error}
        onChange={(steps) => change({ steps })}
      />
      {isChanged && (
        <div className="savebar">
          <span className="mr-auto text-13">{t("Unsaved changes")}</span>
          <Button
            onClick={() => {
              save.reset();
              take(base);
            }}
          >
            {t("Discard")}
          </Button>
          <Button look="primary" busy={save.isPending} onClick={() => save.mutate(draft)}>
            {t("Save template")}
          </Button>
        </div>
      )}
      {using && <UseInWorkspace template={base} onClose={() => setUsing(false)} />}
    </Page>
  );
}

/** What one may do with it; null: this person may not, or it makes no sense. */
function Acts({ onUse, onRemove }: { onUse: (() => void) | null; onRemove: (() => void) | null }) {
  if (!onUse && !onRemove) return null;
  return (
    <>
      {onUse && (
        <Button className="max-wide:hidden" onClick={onUse}>
          {t("Use in a workspace")}
        </Button>
      )}
      <Menu
        trigger={
          <Button look="ghost" icon aria-label={t("More actions")}>
            <Ellipsis size={16} aria-hidden="true" />
          </Button>
        }
      >
        {onUse && <MenuItem onChoose={onUse}>{t("Use in a workspace")}</MenuItem>}
        {onRemove && (
          <MenuItem danger onChoose={onRemove}>
            <Trash2 size={16} aria-hidden="true" />
            {t("Delete")}
          </MenuItem>
        )}
      </Menu>
    </>
  );
}

/** Why it is not saved: someone else was faster, or the server says no; each field tells its own. */
function SaveNotes({
  error,
  isBehind,
  onTakeTheirs,
}: {
  error: Error | null;
  isBehind: boolean;
  onTakeTheirs: () => void;
}) {
  // A name that is taken is shown at its field.
  if (isApiError(error) && error.fields.length > 0) return null;
  if (isBehind || (isApiError(error) && error.code === "conflict")) {
    return (
      <Note
        tone="warn"
        title={t("Someone else changed this template while you were editing.")}
        action={<Button onClick={onTakeTheirs}>{t("Use theirs")}</Button>}
      >
        {t("Your text is kept here until you choose theirs or leave the page.")}
      </Note>
    );
  }
  if (error === null) return null;
  return (
    <Note tone="bad" title={t("Not saved: {sentence}", { sentence: sentenceOf(error) })}>
      {t("Your text is kept here.")}
    </Note>
  );
}
