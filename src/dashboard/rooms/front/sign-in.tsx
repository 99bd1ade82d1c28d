import { Link, useSearch } from "@tanstack/react-router";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { FactorRequired } from "#modules/accounts/contract/factors.ts";
import { passkeyObstacle, signInWithPasskey } from "#dashboard/api/passkeys.ts";
import { signIn } from "#dashboard/api/session.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { FactorStep, passkeySentence } from "#dashboard/parts/factor-step.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { FormError } from "./form-error.tsx";
import { Front } from "./front.tsx";
import { useForm } from "./use-form.ts";

export function SignIn() {
  const { next } = useSearch({ from: "/sign-in" });
  const [asked, setAsked] = useState<FactorRequired | null>(null);
  // A full load: nothing of an earlier session is left in memory.
  const enter = (): void => location.assign(next ?? "/");
  const { busy, error, onSubmit } = useForm(async ({ username = "", password = "" }) => {
    const answer = await signIn(username, password);
    if ("factor_required" in answer) setAsked(answer);
    else enter();
  });
  if (asked) {
    return (
      <Front title="Second factor" lead="Your password is right. Confirm that it is you.">
        <FactorStep asked={asked} onDone={enter} onStartAgain={() => setAsked(null)} />
      </Front>
    );
  }
  return (
    <Front title="Sign in" lead={next ? "Sign in to continue to the page you opened." : undefined}>
      <form onSubmit={onSubmit}>
        <TextField
          label="Email"
          name="username"
          autoComplete="username"
          required
          autoFocus
          spellCheck={false}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <FormError error={error} />
        <div className="flex items-center gap-3">
          <Button look="primary" type="submit" busy={busy}>
            {busy ? "Signing in" : "Sign in"}
          </Button>
          <Link to="/forgot-password" className="link text-13">
            Forgot password?
          </Link>
        </div>
      </form>
      <PasskeySignIn onDone={enter} />
      <p className="mt-6 text-13 text-text-2">
        No account yet?{" "}
        <Link to="/register" className="link">
          Create one
        </Link>{" "}
        if public sign-up is on.
      </p>
    </Front>
  );
}

/** Without a name and a password; where it cannot work, the button is off and says why. */
function PasskeySignIn({ onDone }: { onDone: () => void }) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const obstacle = passkeyObstacle();
  const enter = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await signInWithPasskey();
      onDone();
    } catch (cause) {
      setError(cause);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="mt-6 grid justify-items-start gap-2 border-t border-line pt-6">
      <Button
        disabled={obstacle !== null}
        aria-describedby={obstacle === null ? undefined : "passkey-obstacle"}
        busy={busy}
        onClick={() => void enter()}
      >
        <KeyRound size={16} aria-hidden="true" />
        Use a passkey
      </Button>
      {obstacle !== null && (
        <p id="passkey-obstacle" className="text-13 text-text-2">
          {obstacle}
        </p>
      )}
      {error !== null && (
        <div role="alert">
          <Note tone="bad" title={passkeySentence(error)} />
        </div>
      )}
    </div>
  );
}
