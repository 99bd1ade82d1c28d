import { Link } from "#dashboard/routing/link.tsx";
import { useState } from "react";
import type { z } from "zod";
import type { ChangedEmail } from "#modules/accounts/contract/email-change.ts";
import { api } from "#dashboard/api/client.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { t } from "#dashboard/words/words.ts";
import { FormError } from "./form-error.tsx";
import { Front } from "./front.tsx";
import { useForm, useHashToken } from "./use-form.ts";

/** A press, because mail scanners open links. */
function EmailLink({
  path,
  title,
  lead,
  verb,
  done,
}: {
  path: "confirm" | "undo";
  title: string;
  lead: string;
  verb: string;
  done: (email: string) => { title: string; lead: string };
}) {
  const token = useHashToken();
  const [email, setEmail] = useState<string | null>(null);
  const { busy, error, onSubmit } = useForm(async () => {
    const changed = await api.post<z.output<typeof ChangedEmail>>(
      `/auth/email-change/${path}`,
      { token },
      { anonymous: true },
    );
    setEmail(changed.email);
  });
  if (email !== null) {
    return (
      <Front {...done(email)}>
        <Link to="/sign-in" className={buttonClass({ look: "primary" }, "mt-4 w-fit")}>
          {t("Continue")}
        </Link>
      </Front>
    );
  }
  return (
    <Front title={title} lead={lead}>
      <form onSubmit={onSubmit}>
        <FormError error={error} />
        <Button look="primary" type="submit" busy={busy} className="w-fit">
          {verb}
        </Button>
      </form>
    </Front>
  );
}

/** The link that a new address gets. */
export const ConfirmEmail = () => (
  <EmailLink
    path="confirm"
    title={t("Confirm your email")}
    lead={t("This address becomes the email of your account. Your other sessions end.")}
    verb={t("Confirm email")}
    done={(email) => ({
      title: t("Email changed"),
      lead: t("Your email is now {email}.", { email }),
    })}
  />
);

/** The link that the old address gets. */
export const UndoEmail = () => (
  <EmailLink
    path="undo"
    title={t("Restore your email")}
    lead={t(
      "Your earlier address returns, all sessions end and your password stops. We send you a link to set a new one.",
    )}
    verb={t("Restore email")}
    done={(email) => ({
      title: t("Email restored"),
      lead: t("Your email is {email} again. Check it for a link to set a new password.", { email }),
    })}
  />
);
