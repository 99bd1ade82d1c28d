import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { FormEvent } from "react";
import type { EmailChange } from "#modules/accounts/contract/email-change.ts";
import type { User } from "#modules/accounts/contract/accounts.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { formFieldsOf, TextField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { emailChangeQuery, ssoLinkQuery } from "./queries.ts";

const fieldsOf = (event: FormEvent<HTMLFormElement>): Record<string, string> => {
  event.preventDefault();
  return formFieldsOf(event.currentTarget);
};

/** Name and email. */
export function ProfilePanel() {
  const { user } = useMe();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: (fields: Record<string, string>) => api.put<User>("/auth/me", fields),
    onSuccess: ({ email }, asked) => {
      toast(
        email === asked["email"]?.trim().toLowerCase()
          ? t("Profile saved.")
          : t("Check the new address for a link."),
      );
    },
    onError: (cause) => {
      if (fieldError(cause, "name") ?? fieldError(cause, "email")) return;
      toast(sentenceOf(cause));
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["me"] }),
        queries.invalidateQueries({ queryKey: ["account"] }),
      ]),
  });
  const change = useQuery(emailChangeQuery).data;
  return (
    <Panel title={t("Profile")}>
      {change?.pending && <PendingEmail {...change.pending} />}
      <form
        className="grid gap-4 md:grid-cols-2"
        onSubmit={(event) => save.mutate(fieldsOf(event))}
      >
        <TextField
          label={t("Name")}
          name="name"
          autoComplete="name"
          defaultValue={user?.name ?? ""}
          error={fieldError(save.error, "name")}
          required
        />
        <TextField
          label={t("Email")}
          name="email"
          type="email"
          autoComplete="email"
          defaultValue={user?.email ?? ""}
          hint={change?.needs_confirmation ? t("A new address has to confirm first.") : ""}
          error={fieldError(save.error, "email")}
          required
        />
        <div>
          <Button look="primary" type="submit" busy={save.isPending}>
            {t("Save profile")}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

/** A change that waits for its new address. */
function PendingEmail({ email, expires_at }: NonNullable<EmailChange["pending"]>) {
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => api.delete("/auth/email-change"),
    onSuccess: () => toast(t("Your email stays as it is.")),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: () => queries.invalidateQueries({ queryKey: emailChangeQuery.queryKey }),
  });
  return (
    <Note tone="info" title={t("{email} is not confirmed yet.", { email })}>
      <span className="flex flex-wrap items-center gap-2">
        <span>
          <Say
            id={"Open the link that we sent to it. It works until <0/>."}
            parts={{ 0: <LocalTime at={expires_at} /> }}
          />
        </span>
        <Button size="small" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          {t("Cancel change")}
        </Button>
      </span>
    </Note>
  );
}

/** Ends every other session. */
export function PasswordPanel() {
  const queries = useQueryClient();
  const isSet = useQuery(ssoLinkQuery).data?.password_set ?? true;
  const change = useMutation({
    mutationFn: ({ form }: { form: HTMLFormElement }) =>
      api.post("/auth/password", formFieldsOf(form)),
    onSuccess: (_, { form }) => {
      form.reset();
      toast(t("Password changed. All other sessions ended."));
      void queries.invalidateQueries({ queryKey: ["account"] });
    },
    onError: (cause) => {
      if (fieldError(cause, "current_password") ?? fieldError(cause, "new_password")) return;
      toast(sentenceOf(cause));
    },
  });
  // Whom the provider signs in may have none.
  if (!isSet) return null;
  return (
    <Panel title={t("Password")}>
      <form
        className="grid gap-4 md:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ form: event.currentTarget });
        }}
      >
        <TextField
          label={t("Current password")}
          name="current_password"
          type="password"
          autoComplete="current-password"
          error={fieldError(change.error, "current_password")}
          required
        />
        <TextField
          label={t("New password")}
          name="new_password"
          type="password"
          autoComplete="new-password"
          hint={t("All other sessions end.")}
          error={fieldError(change.error, "new_password")}
          required
        />
        <div>
          <Button look="primary" type="submit" busy={change.isPending}>
            {t("Change password")}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
