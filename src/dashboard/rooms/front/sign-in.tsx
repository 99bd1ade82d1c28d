import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { FactorRequired } from "#modules/accounts/contract/factors.ts";
import { api } from "#dashboard/api/client.ts";
import { passkeyObstacle, passkeySentence, signInWithPasskey } from "#dashboard/api/passkeys.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { signIn } from "#dashboard/api/session.ts";
import { ssoQuery } from "#dashboard/api/sso.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { FactorStep } from "#dashboard/parts/factor-step.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { SsoProblem, useSsoProblem } from "#dashboard/parts/sso-problem.tsx";
import { Bone, Note } from "#dashboard/parts/states.tsx";
import { useAddressBrand } from "#dashboard/shell/brand.tsx";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { FormError } from "./form-error.tsx";
import { Front } from "./front.tsx";
import { Or, SsoButton } from "./sso-button.tsx";
import { useForm, useHashValue } from "./use-form.ts";

export function SignIn() {
  const { next, sso_problem } = useSearch({ from: "/sign-in" });
  const { isWhiteLabel } = useAddressBrand();
  const navigate = useNavigate({ from: "/sign-in" });
  const problem = useSsoProblem(sso_problem, () => {
    void navigate({ search: next ? { next } : {}, replace: true });
  });
  const [ticket, setTicket] = useState(useHashValue("ticket"));
  const [asked, setAsked] = useState<FactorRequired | null>(null);
  const sso = useQuery(ssoQuery);
  // A full load: nothing of an earlier session is left in memory.
  const enter = (): void => location.assign(next ?? "/");
  if (ticket !== "") {
    return <AfterProvider ticket={ticket} onDone={enter} onStartAgain={() => setTicket("")} />;
  }
  if (asked) {
    return (
      <Front title={t("Second factor")} lead={t("Your password is right. Confirm that it is you.")}>
        <FactorStep asked={asked} onDone={enter} onStartAgain={() => setAsked(null)} />
      </Front>
    );
  }
  const own = (
    <>
      <PasswordForm onDone={enter} onAsked={setAsked} hasOthers={sso.data?.enabled === true} />
      <PasskeySignIn onDone={enter} />
    </>
  );
  return (
    <Front
      title={t("Sign in")}
      lead={next ? t("Sign in to continue to the page you opened.") : undefined}
    >
      {problem && <SsoProblem code={problem} />}
      {sso.isPending ? (
        <Bone width="60%" />
      ) : sso.data?.only ? (
        <div className="mt-6 grid gap-6">
          <SsoButton sso={sso.data} query={{ next: next ?? "/" }} look="primary" />
          {!sso.data.enabled && (
            <Note tone="warn" title={t("Single sign-on is not available at the moment.")}>
              {t("An admin can sign in with the emergency account.")}
            </Note>
          )}
          <details className="fold">
            <summary>{t("Emergency account")}</summary>
            {own}
          </details>
        </div>
      ) : (
        <>
          {sso.data?.enabled && (
            <div className="mt-6 grid gap-4">
              <SsoButton sso={sso.data} query={{ next: next ?? "/" }} look="primary" />
              <Or />
            </div>
          )}
          {own}
          {!isWhiteLabel && (
            <p className="mt-6 text-13 text-text-2">
              <Say
                id={"No account yet? <0>Create one</0> if public sign-up is on."}
                parts={{ 0: <Link to="/register" className="link" /> }}
              />
            </p>
          )}
        </>
      )}
    </Front>
  );
}

/** The second factor of somebody whom the provider has sent back. */
function AfterProvider({
  ticket,
  onDone,
  onStartAgain,
}: {
  ticket: string;
  onDone: () => void;
  onStartAgain: () => void;
}) {
  const { data, error } = useQuery({
    queryKey: ["factor", ticket],
    queryFn: () =>
      api.post<FactorRequired>(
        "/auth/login/factor/options",
        { ticket },
        { anonymous: true, asks: true },
      ),
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Front title={t("Second factor")} lead={t("Single sign-on knows you. Confirm that it is you.")}>
      {data ? (
        <FactorStep asked={data} onDone={onDone} onStartAgain={onStartAgain} />
      ) : error ? (
        <div className="mt-4 grid justify-items-start gap-4" role="alert">
          <Note tone="bad" title={sentenceOf(error)} />
          <Button onClick={onStartAgain}>{t("Start again")}</Button>
        </div>
      ) : (
        <Bone width="60%" />
      )}
    </Front>
  );
}

function PasswordForm({
  onDone,
  onAsked,
  hasOthers,
}: {
  onDone: () => void;
  onAsked: (asked: FactorRequired) => void;
  /** Another way stands above it. */
  hasOthers: boolean;
}) {
  const { busy, error, onSubmit } = useForm(async ({ username = "", password = "" }) => {
    const answer = await signIn(username, password);
    if ("factor_required" in answer) onAsked(answer);
    else onDone();
  });
  return (
    <form onSubmit={onSubmit}>
      <TextField
        label={t("Email")}
        name="username"
        autoComplete="username"
        required
        autoFocus={!hasOthers}
        spellCheck={false}
      />
      <TextField
        label={t("Password")}
        name="password"
        type="password"
        autoComplete="current-password"
        required
      />
      <FormError error={error} />
      <div className="flex items-center gap-3">
        <Button look={hasOthers ? undefined : "primary"} type="submit" busy={busy}>
          {busy ? t("Signing in") : t("Sign in")}
        </Button>
        <Link to="/forgot-password" className="link text-13">
          {t("Forgot password?")}
        </Link>
      </div>
    </form>
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
        {t("Use a passkey")}
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
