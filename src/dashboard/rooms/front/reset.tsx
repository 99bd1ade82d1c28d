import { Link } from "#dashboard/routing/link.tsx";
import { useState } from "react";
import { api } from "#dashboard/api/client.ts";
import { fieldError } from "#dashboard/api/problem.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";
import { FormError } from "./form-error.tsx";
import { Front } from "./front.tsx";
import { useForm, useHashToken } from "./use-form.ts";

/** The link of the email: its token is after the "#", so that no server logs it. */
export function Reset() {
  const token = useHashToken();
  const [done, setDone] = useState(false);
  const { busy, error, onSubmit } = useForm(async ({ new_password = "" }) => {
    await api.post("/auth/reset", { token, new_password }, { anonymous: true });
    setDone(true);
  });
  if (done) {
    return (
      <Front title={t("Password changed")} lead={t("You are signed out on all other devices.")}>
        <Link to="/sign-in" className={buttonClass({ look: "primary" }, "mt-4 w-fit")}>
          {t("Sign in")}
        </Link>
      </Front>
    );
  }
  return (
    <Front title={t("Set a new password")}>
      <form onSubmit={onSubmit}>
        <TextField
          label={t("New password")}
          name="new_password"
          type="password"
          autoComplete="new-password"
          hint={t("A passphrase works well.")}
          error={fieldError(error, "new_password")}
          required
          autoFocus
        />
        <FormError error={error} fields={["new_password"]} />
        <Button look="primary" type="submit" busy={busy} className="w-fit">
          {t("Set password")}
        </Button>
      </form>
    </Front>
  );
}
