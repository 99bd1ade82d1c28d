import { Link, Navigate } from "#dashboard/routing/link.tsx";
import { fieldError } from "#dashboard/api/problem.ts";
import { postRegistration } from "#dashboard/api/session.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { useAddressBrand } from "#dashboard/shell/brand.tsx";
import { t } from "#dashboard/words/words.ts";
import { FormError } from "./form-error.tsx";
import { Front } from "./front.tsx";
import { useForm } from "./use-form.ts";

export function Register() {
  // Nobody signs up to an agency's installation from its client's page.
  return useAddressBrand().isWhiteLabel ? <Navigate to="/sign-in" /> : <RegisterForm />;
}

function RegisterForm() {
  const { busy, error, onSubmit } = useForm(async ({ name = "", email = "", password = "" }) => {
    const { workspace } = await postRegistration({ name, email, password });
    location.assign(`/w/${workspace.id}`);
  });
  return (
    <Front title={t("Create account")} lead={t("You get your own workspace.")}>
      <form onSubmit={onSubmit}>
        <TextField
          label={t("Your name")}
          name="name"
          autoComplete="name"
          error={fieldError(error, "name")}
          required
          autoFocus
        />
        <TextField
          label={t("Email")}
          name="email"
          type="email"
          autoComplete="username"
          error={fieldError(error, "email")}
          required
        />
        <TextField
          label={t("Password")}
          name="password"
          type="password"
          autoComplete="new-password"
          hint={t("A passphrase works well.")}
          error={fieldError(error, "password")}
          required
        />
        <FormError error={error} fields={["name", "email", "password"]} />
        <div className="flex items-center gap-3">
          <Button look="primary" type="submit" busy={busy}>
            {t("Create account")}
          </Button>
          <Link to="/sign-in" className="link text-13">
            {t("Sign in instead")}
          </Link>
        </div>
      </form>
    </Front>
  );
}
