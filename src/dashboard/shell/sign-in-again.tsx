import { type FormEvent, useId, useState } from "react";
import { signInAgain } from "#dashboard/api/gate.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { meQuery, signIn } from "#dashboard/api/session.ts";
import { formFieldsOf, TextField } from "#dashboard/parts/field.tsx";
import { useStore } from "#dashboard/lib/store.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";

/** A session that ended in mid-work: the work stays behind this, and goes on after it. */
export function SignInAgain() {
  const again = useStore(signInAgain);
  const form = useId();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!again) return null;
  const before = queryClient.getQueryData(meQuery.queryKey);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const fields = formFieldsOf(event.currentTarget);
    setBusy(true);
    try {
      const { user } = await signIn(fields["username"] ?? "", fields["password"] ?? "");
      // Somebody else must not go on with this person's work.
      if (before?.user && user.id !== before.user.id) return location.assign("/");
      setError(null);
      again.resume();
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
      title="Sign in again to go on"
      acts={
        <>
          <Button
            look="ghost"
            onClick={() => {
              again.leave();
              location.assign("/sign-in");
            }}
          >
            Leave the page
          </Button>
          <Button look="primary" type="submit" form={form} busy={busy}>
            Sign in
          </Button>
        </>
      }
    >
      <form id={form} className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <p className="text-text-2">
          Your session has ended. Nothing that you typed is lost: it is sent after this.
        </p>
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
    </Dialog>
  );
}
