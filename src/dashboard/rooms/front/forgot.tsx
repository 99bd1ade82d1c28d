import { Link } from "#dashboard/routing/link.tsx";
import { useState } from "react";
import { api } from "#dashboard/api/client.ts";
import { fieldError } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { FormError } from "./form-error.tsx";
import { Front } from "./front.tsx";
import { useForm } from "./use-form.ts";

export function Forgot() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { busy, error, onSubmit } = useForm(async ({ email = "" }) => {
    await api.post("/auth/forgot", { email }, { anonymous: true });
    setSentTo(email);
  });
  if (sentTo !== null) {
    return (
      <Front
        title={t("Check your email")}
        lead={t("If {sentTo} has an account, we sent a link to it. The link expires in one hour.", {
          sentTo,
        })}
      >
        <p className="mt-4 text-13 text-text-2">
          <Say
            id={"No email? An administrator can reset your password. <0>Back to sign-in</0>"}
            parts={{ 0: <Link to="/sign-in" className="link" /> }}
          />
        </p>
      </Front>
    );
  }
  return (
    <Front title={t("Reset your password")} lead={t("We send you a link to set a new password.")}>
      <form onSubmit={onSubmit}>
        <TextField
          label={t("Email")}
          name="email"
          type="email"
          autoComplete="username"
          error={fieldError(error, "email")}
          required
          autoFocus
        />
        <FormError error={error} fields={["email"]} />
        <div className="flex items-center gap-3">
          <Button look="primary" type="submit" busy={busy}>
            {t("Send link")}
          </Button>
          <Link to="/sign-in" className="link text-13">
            {t("Back to sign-in")}
          </Link>
        </div>
      </form>
    </Front>
  );
}
