import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "#dashboard/routing/use-place.ts";
import type { FormEvent } from "react";
import type { Workspace } from "#modules/accounts/contract/accounts.ts";
import { slugify } from "#platform/rules/slug.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { meQuery } from "#dashboard/api/session.ts";
import { formFieldsOf, TextField } from "#dashboard/parts/field.tsx";
import { ownZone } from "#dashboard/lib/time.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { t } from "#dashboard/words/words.ts";

/** A further workspace, with mailboxes, leads and campaigns of its own. */
export function NewWorkspace({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const make = useMutation({
    mutationFn: async ({ name = "", slug = "" }: Record<string, string>) => {
      const body = { name, slug: slug.trim() || slugify(name) };
      const made = await api.post<Workspace>("/workspaces", body);
      const general = { timezone: ownZone() };
      await api.put(`/workspaces/${made.id}/settings`, { general }).catch(() => undefined);
      return made;
    },
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries(meQuery);
      onClose();
      await navigate({ to: "/w/$wid", params: { wid: String(id) } });
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    make.mutate(formFieldsOf(event.currentTarget));
  };
  const wrong = (path: string) => fieldError(make.error, path);
  const slugError = wrong("slug") ?? (make.error && !wrong("name") ? sentenceOf(make.error) : null);
  return (
    <Dialog open onClose={onClose} title={t("New workspace")}>
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          label={t("Name")}
          name="name"
          hint={t("For a brand or a client. Its data is separate from other workspaces.")}
          error={wrong("name")}
          required
        />
        <TextField
          label={t("URL name")}
          name="slug"
          placeholder={t("Created from the name")}
          hint={t("Used in the address of the public report.")}
          error={slugError}
        />
        <div className="acts">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" type="submit" busy={make.isPending}>
            {t("Create workspace")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
