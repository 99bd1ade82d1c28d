import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { api } from "#dashboard/api/client.ts";
import { signInAgain } from "#dashboard/api/gate.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { type Me, meQuery, signIn } from "#dashboard/api/session.ts";
import { ssoQuery, useBeside } from "#dashboard/api/sso.ts";
import { formFieldsOf, TextField } from "#dashboard/parts/field.tsx";
import { useStore } from "#dashboard/lib/store.ts";
import type { FactorRequired } from "#modules/accounts/contract/factors.ts";
import { FactorStep } from "#dashboard/parts/factor-step.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { t } from "#dashboard/words/words.ts";

/** Signs in again after a session expired, without losing the page behind it. */
export function SignInAgain() {
  const again = useStore(signInAgain);
  return again && <Asked resume={again.resume} leave={again.leave} />;
}

function Asked({ resume, leave }: { resume: () => void; leave: () => void }) {
  const form = useId();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<FactorRequired | null>(null);
  const sso = useQuery(ssoQuery).data;
  const before = queryClient.getQueryData(meQuery.queryKey);
  const goOn = ({ user }: { user: { id: number } }): void => {
    // Another person must not continue with this person's input.
    if (before?.user && user.id !== before.user.id) return location.assign("/");
    resume();
  };
  const openBeside = useBeside(() => {
    void api.get<Me>("/auth/me", { anonymous: true }).then(
      ({ user }) => user && goOn({ user }),
      (cause: unknown) => setError(sentenceOf(cause)),
    );
  });
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const fields = formFieldsOf(event.currentTarget);
    setBusy(true);
    try {
      const answer = await signIn(fields["username"] ?? "", fields["password"] ?? "");
      if ("factor_required" in answer) setAsked(answer);
      else goOn(answer);
    } catch (cause) {
      setError(sentenceOf(cause));
    } finally {
      setBusy(false);
    }
  };
  const hasPassword = !asked && sso?.only !== true;
  const start = sso?.start_url ?? null;
  return (
    <Dialog
      open
      alert
      onClose={() => undefined}
      title={t("Your session has expired")}
      acts={
        <>
          <Button
            look="ghost"
            onClick={() => {
              leave();
              location.assign("/sign-in");
            }}
          >
            {t("Leave page")}
          </Button>
          {hasPassword && (
            <Button look="primary" type="submit" form={form} busy={busy}>
              {t("Sign in")}
            </Button>
          )}
        </>
      }
    >
      {asked ? (
        <FactorStep asked={asked} onDone={goOn} onStartAgain={() => setAsked(null)} />
      ) : (
        <div className="grid gap-4">
          <p className="text-text-2">{t("Sign in to continue. Your input is kept.")}</p>
          {start !== null && (
            <Button
              className="w-fit"
              look={hasPassword ? undefined : "primary"}
              onClick={() => openBeside(start)}
            >
              {t("Continue with {name}", { name: sso?.name })}
            </Button>
          )}
          {hasPassword && (
            <form id={form} className="grid gap-4" onSubmit={(event) => void submit(event)}>
              <TextField
                label={t("Email")}
                name="username"
                autoComplete="username"
                defaultValue={before?.user?.email ?? ""}
                required
              />
              <TextField
                label={t("Password")}
                name="password"
                type="password"
                autoComplete="current-password"
                error={error}
                required
                data-first
              />
            </form>
          )}
        </div>
      )}
    </Dialog>
  );
}
