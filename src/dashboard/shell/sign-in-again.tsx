import { type FormEvent, useId, useState } from "react";
import { signInAgain } from "#dashboard/api/gate.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { meQuery, signIn } from "#dashboard/api/session.ts";
import { formFieldsOf, TextField } from "#dashboard/parts/field.tsx";
import { useStore } from "#dashboard/lib/store.ts";
import type { FactorRequired } from "#modules/accounts/contract/factors.ts";
import { FactorStep } from "#dashboard/parts/factor-step.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";

/** Signs in again after a session expired, without losing the page behind it. */
export function SignInAgain() {
  const again = useStore(signInAgain);
  const form = useId();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<FactorRequired | null>(null);
  if (!again) return null;
  const before = queryClient.getQueryData(meQuery.queryKey);
  const goOn = ({ user }: { user: { id: number } }): void => {
    // Another person must not continue with this person's input.
    if (before?.user && user.id !== before.user.id) return location.assign("/");
    setError(null);
    setAsked(null);
    again.resume();
  };
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
  return (
    <Dialog
      open
      alert
      onClose={() => undefined}
      title="Your session has expired"
      acts={
        <>
          <Button
            look="ghost"
            onClick={() => {
              again.leave();
              location.assign("/sign-in");
            }}
          >
            Leave page
          </Button>
          {!asked && (
            <Button look="primary" type="submit" form={form} busy={busy}>
              Sign in
            </Button>
          )}
        </>
      }
    >
      {asked ? (
        <FactorStep asked={asked} onDone={goOn} onStartAgain={() => setAsked(null)} />
      ) : (
        <form id={form} className="grid gap-4" onSubmit={(event) => void submit(event)}>
          <p className="text-text-2">Sign in to continue. Your input is kept.</p>
          <TextField
            label="Email"
            name="username"
            autoComplete="username"
            defaultValue={before?.user?.email ?? ""}
            required
          />
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            error={error}
            required
            data-first
          />
        </form>
      )}
    </Dialog>
  );
}
