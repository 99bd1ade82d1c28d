import { useEffect, useState } from "react";
import { Note } from "./states.tsx";
import { t } from "#dashboard/words/words.ts";

const SENTENCES: Readonly<Record<string, string>> = {
  consent_unknown: t(
    "This way back was used already, is older than ten minutes, or belongs to another browser. Sign in again.",
  ),
  consent_denied: t("The provider did not let you use this app. Ask its admin to assign you."),
  sso_email_unverified: t(
    "The provider does not confirm your email address. Ask its admin to verify it.",
  ),
  sso_domain_not_allowed: t(
    "Addresses of this domain may not sign in here. Choose your work account.",
  ),
  sso_no_access: t("You have no access to this installation. Ask an admin to invite you."),
  sso_link_required: t(
    "Single sign-on alone cannot open this account. Sign in another way and link it in your account, or ask an admin.",
  ),
  sso_not_fresh: t(
    "The provider does not say that you have just signed in. Use a passkey or an authenticator app, or sign out and in again.",
  ),
  workspace_forbidden: t(
    "This account has no access here. Sign in at the address that you were given.",
  ),
  other_account: t("This is another account at the provider than yours. Choose the right one."),
  oauth_client_missing: t("Single sign-on is not set up here. Ask an admin."),
  unauthenticated: t("You were signed out before you came back. Sign in first."),
  upstream_failed: t("The provider refused the sign-in. An admin should check its client."),
  upstream_unavailable: t("The provider could not be reached. Try again in a moment."),
};

/** Why the provider sent the person back without what they came for. */
export function SsoProblem({ code }: { code: string }) {
  return (
    <div role="alert">
      <Note tone="bad" title={SENTENCES[code] ?? t("Something went wrong on the way back.")} />
    </div>
  );
}

/** The problem of the address, which is there once: a reload or a shared link does not repeat it. */
export function useSsoProblem(code: string | undefined, clear: () => void): string | undefined {
  const [shown, setShown] = useState(code);
  useEffect(() => {
    if (code === undefined) return;
    setShown(code);
    clear();
    // `clear` is another function on each render.
  }, [code]);
  return shown;
}
