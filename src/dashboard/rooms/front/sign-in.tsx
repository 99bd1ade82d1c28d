import { Link, useSearch } from "@tanstack/react-router";
import { signIn } from "#dashboard/api/session.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { FormError } from "./form-error.tsx";
import { Front } from "./front.tsx";
import { useForm } from "./use-form.ts";

export function SignIn() {
  const { next } = useSearch({ from: "/sign-in" });
  const { busy, error, onSubmit } = useForm(async ({ username = "", password = "" }) => {
    await signIn(username, password);
    // A full load: nothing of an earlier session is left in memory.
    location.assign(next ?? "/");
  });
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
