import { useQuery } from "@tanstack/react-query";
import { Building2, KeyRound } from "lucide-react";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import type { ReauthenticationOptions } from "#modules/accounts/contract/factors.ts";
import { api } from "#dashboard/api/client.ts";
import { confirmation } from "#dashboard/api/gate.ts";
import { useBeside } from "#dashboard/api/sso.ts";
import { answerChallenge, passkeyObstacle, passkeySentence } from "#dashboard/api/passkeys.ts";
import { fieldError } from "#dashboard/api/problem.ts";
import { useStore } from "#dashboard/lib/store.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { formFieldsOf, TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";

/** Asks who is there before something sensitive; the request that met it is then repeated. */
export function ConfirmIdentity() {
  const waiting = useStore(confirmation);
  return waiting && <Asked confirmed={waiting.resume} cancel={waiting.leave} />;
}

function Asked({ confirmed, cancel }: { confirmed: () => void; cancel: () => void }) {
  const form = useId();
  const [withCode, setWithCode] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { data, refetch } = useQuery({
    queryKey: ["reauthentication"],
    queryFn: () =>
      api.post<ReauthenticationOptions>("/auth/reauthenticate/options", {}, { asks: true }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const send = async (body: () => Promise<object>): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await api.post("/auth/reauthenticate", await body(), { asks: true });
      confirmed();
    } catch (cause) {
      setError(cause);
      // A challenge is good for a few answers only.
      void refetch();
    } finally {
      setBusy(false);
    }
  };
  const methods = data?.methods ?? ["password"];
  const openBeside = useBeside(confirmed);
  // What is typed: the password, unless there is none.
  const isCode = withCode || !methods.includes("password");
  const hasField = methods.includes(isCode ? "totp" : "password");
  const field = isCode ? "code" : "password";
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const value = formFieldsOf(event.currentTarget)[field] ?? "";
    const method = isCode ? "totp" : "password";
    if (!busy) void send(async () => ({ method, [field]: value }));
  };
  const wrong = fieldError(error, field);
  const passkey = passkeyObstacle() === null ? data?.passkey : null;
  return (
    <Dialog
      open
      alert
      onClose={cancel}
      title={t("Confirm your identity")}
      acts={
        <>
          <Button onClick={cancel}>{t("Cancel")}</Button>
          {hasField && (
            <Button look="primary" type="submit" form={form} busy={busy}>
              {t("Confirm")}
            </Button>
          )}
        </>
      }
    >
      <form id={form} className="grid gap-4" onSubmit={submit}>
        <p className="text-text-2">{t("This action needs it once in ten minutes.")}</p>
        {hasField && (
          <TextField
            key={field}
            label={isCode ? t("Code of your authenticator app") : t("Your password")}
            name={field}
            type={isCode ? "text" : "password"}
            autoComplete={isCode ? "one-time-code" : "current-password"}
            inputMode={isCode ? "numeric" : "text"}
            error={wrong}
            required
            data-first
          />
        )}
        {error !== null && wrong === null && (
          <div role="alert">
            <Note tone="bad" title={passkeySentence(error)} />
          </div>
        )}
        <div className="flex flex-wrap items-center gap-3">
          {passkey && (
            <Other
              busy={busy}
              icon={<KeyRound size={14} aria-hidden="true" />}
              onPress={() =>
                void send(async () => ({
                  method: "passkey",
                  ticket: passkey.ticket,
                  response: await answerChallenge(passkey.options),
                }))
              }
            >
              {t("Use a passkey")}
            </Other>
          )}
          {data?.sso_url && (
            <Other
              icon={<Building2 size={14} aria-hidden="true" />}
              isFirst={!hasField}
              onPress={() => openBeside(data.sso_url ?? "")}
            >
              {t("Use single sign-on")}
            </Other>
          )}
          {methods.includes("totp") && methods.includes("password") && (
            <button
              type="button"
              className="link text-13"
              onClick={() => {
                setWithCode(!withCode);
                setError(null);
              }}
            >
              {withCode ? t("Use your password") : t("Use a code")}
            </button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

/** Another way than what is typed. */
const Other = ({
  icon,
  busy = false,
  isFirst = false,
  onPress,
  children,
}: {
  icon: ReactNode;
  busy?: boolean;
  /** Nothing is typed. */
  isFirst?: boolean;
  onPress: () => void;
  children: string;
}) => (
  <Button
    size="small"
    look={isFirst ? "primary" : undefined}
    data-first={isFirst || undefined}
    busy={busy}
    onClick={onPress}
  >
    {icon}
    {children}
  </Button>
);
