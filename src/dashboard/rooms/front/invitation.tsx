import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import type { InvitationShown } from "#modules/accounts/contract/invitations.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { ssoQuery } from "#dashboard/api/sso.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Bone } from "#dashboard/parts/states.tsx";
import { useAddressBrand } from "#dashboard/shell/brand.tsx";
import { t } from "#dashboard/words/words.ts";
import { FormError } from "./form-error.tsx";
import { Front } from "./front.tsx";
import { Or, SsoButton } from "./sso-button.tsx";
import { useForm, useHashToken } from "./use-form.ts";

const TITLE = t("Accept invitation");

/** The link of an invitation: its person chooses name and password. */
export function AcceptInvitation() {
  const token = useHashToken();
  const { data, error } = useQuery({
    queryKey: ["invitation", token],
    queryFn: () =>
      api.post<InvitationShown>("/auth/invitation", { token }, { anonymous: true, asks: true }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) {
    return (
      <Front title={TITLE} lead={fieldError(error, "token") ?? sentenceOf(error)}>
        <Link to="/sign-in" className="link mt-4 text-13">
          {t("Back to sign-in")}
        </Link>
      </Front>
    );
  }
  if (!data) {
    return (
      <Front title={TITLE}>
        <Bone width="60%" />
      </Front>
    );
  }
  return <AcceptForm token={token} invitation={data} />;
}

function AcceptForm({ token, invitation }: { token: string; invitation: InvitationShown }) {
  const { email, invited_by: inviter, workspaces } = invitation;
  const { name: product } = useAddressBrand();
  const { busy, error, onSubmit } = useForm(async ({ name = "", password = "" }) => {
    await api.post("/auth/invitation/accept", { token, name, password }, { anonymous: true });
    // A full load: nothing of an earlier session is left in memory.
    location.assign("/");
  });
  const sso = useQuery(ssoQuery).data;
  const invited = inviter
    ? product
      ? t("{inviter} invites you to {product}.", { inviter, product })
      : t("{inviter} invites you to this server.", { inviter })
    : product
      ? t("An admin invites you to {product}.", { product })
      : t("An admin invites you to this server.");
  const places =
    workspaces.length > 0
      ? t("You get access to {workspaces}.", { workspaces: workspaces.join(", ") })
      : "";
  return (
    <Front title={TITLE} lead={[invited, places].filter(Boolean).join(" ")}>
      {sso?.enabled && (
        <div className="mt-6 grid gap-4">
          <SsoButton sso={sso} query={{ login_hint: email }} look="primary" />
          {!sso.only && <Or />}
        </div>
      )}
      {sso?.only !== true && (
        <form onSubmit={onSubmit}>
          <TextField
            label={t("Email")}
            name="email"
            autoComplete="username"
            value={email}
            readOnly
          />
          <TextField
            label={t("Your name")}
            name="name"
            autoComplete="name"
            error={fieldError(error, "name")}
            required
            autoFocus={sso?.enabled !== true}
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
          <FormError error={error} fields={["name", "password"]} />
          <Button
            look={sso?.enabled ? undefined : "primary"}
            type="submit"
            busy={busy}
            className="w-fit"
          >
            {t("Create account")}
          </Button>
        </form>
      )}
    </Front>
  );
}
