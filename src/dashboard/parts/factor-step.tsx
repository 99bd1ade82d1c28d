import { KeyRound } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { z } from "zod";
import type { LoginAnswer } from "#modules/accounts/contract/accounts.ts";
import type { FactorRequired } from "#modules/accounts/contract/factors.ts";
import { api } from "#dashboard/api/client.ts";
import { answerChallenge, passkeyObstacle, passkeySentence } from "#dashboard/api/passkeys.ts";
import { t } from "#dashboard/words/words.ts";
import { Button } from "./button.tsx";
import { formFieldsOf, TextField } from "./field.tsx";
import { Note } from "./states.tsx";

type SignedIn = z.output<typeof LoginAnswer>;

/** The second step of a sign-in: a code, a recovery code or a passkey. */
export function FactorStep({
  asked,
  onDone,
  onStartAgain,
}: {
  asked: FactorRequired;
  onDone: (answer: SignedIn) => void;
  onStartAgain: () => void;
}) {
  const { methods, passkey_options: options, ticket } = asked;
  const hasPasskey = options !== null && passkeyObstacle() === null;
  const [isRecovery, setRecovery] = useState(!methods.includes("totp"));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const finish = async (answer: () => Promise<object>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const body = { ticket, ...(await answer()) };
      onDone(await api.post<SignedIn>("/auth/login/factor", body, { anonymous: true }));
    } catch (cause) {
      setError(passkeySentence(cause));
    } finally {
      setBusy(false);
    }
  };
  const method = isRecovery ? "recovery_code" : "totp";
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const { code = "" } = formFieldsOf(event.currentTarget);
    if (!busy) void finish(async () => ({ method, code }));
  };
  const hasCode = methods.includes("totp") || methods.includes("recovery_code");
  return (
    <div className="grid gap-4">
      {options !== null && hasPasskey && (
        <Button
          busy={busy}
          onClick={() =>
            void finish(async () => ({
              method: "passkey",
              response: await answerChallenge(options),
            }))
          }
        >
          <KeyRound size={16} aria-hidden="true" />
          {t("Use a passkey")}
        </Button>
      )}
      {hasCode && (
        <form onSubmit={submit} className="grid gap-4">
          <TextField
            key={method}
            label={isRecovery ? t("Recovery code") : t("Code of your authenticator app")}
            name="code"
            autoComplete={isRecovery ? "off" : "one-time-code"}
            inputMode={isRecovery ? "text" : "numeric"}
            spellCheck={false}
            required
            data-first
            autoFocus
          />
          <div className="flex items-center gap-3">
            <Button look="primary" type="submit" busy={busy}>
              {t("Continue")}
            </Button>
            {methods.includes("totp") && methods.includes("recovery_code") && (
              <button
                type="button"
                className="link text-13"
                onClick={() => setRecovery(!isRecovery)}
              >
                {isRecovery ? t("Use the authenticator app") : t("Use a recovery code")}
              </button>
            )}
          </div>
        </form>
      )}
      {error !== null && (
        <div role="alert">
          <Note tone="bad" title={error} />
        </div>
      )}
      {!hasCode && !hasPasskey && (
        <Note tone="warn" title={t("Your passkeys work at another address.")}>
          {t("Sign in there, or ask an admin to reset your second factors.")}
        </Note>
      )}
      <p className="text-13 text-text-2">
        {t("Lost your device? Use a recovery code, or ask an admin.")}{" "}
        <button type="button" className="link" onClick={onStartAgain}>
          {t("Start again")}
        </button>
      </p>
    </div>
  );
}
