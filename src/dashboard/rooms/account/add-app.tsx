import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId } from "react";
import type { RecoveryCodes, StartedTotp } from "#modules/accounts/contract/factors.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Copy } from "#dashboard/parts/copy.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { formFieldsOf, TextField } from "#dashboard/parts/field.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { t } from "#dashboard/words/words.ts";
import { QrCode } from "./qr-code.tsx";

/** A secret as a QR code, and the first code that proves that the app has it. */
export function AddApp({
  onClose,
  onDone,
}: {
  onClose: () => void;
  onDone: (codes: readonly string[]) => void;
}) {
  const form = useId();
  const start = useMutation({ mutationFn: () => api.post<StartedTotp>("/auth/factors/totp") });
  const confirm = useMutation({
    mutationFn: (code: string) => api.post<RecoveryCodes>("/auth/factors/totp/confirm", { code }),
    onSuccess: ({ recovery_codes }) => onDone(recovery_codes),
  });
  const { mutate } = start;
  useEffect(() => mutate(), [mutate]);
  const isLeft = isApiError(start.error) && start.error.code === "reauthentication_required";
  useEffect(() => {
    if (isLeft) onClose();
    // `onClose` is another function on each render.
  }, [isLeft]);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    confirm.mutate(formFieldsOf(event.currentTarget)["code"] ?? "");
  };
  const made = start.data;
  // Groups are easier to type.
  const grouped = made?.secret.match(/.{1,4}/g)?.join(" ") ?? "";
  return (
    <Dialog
      // Who has to confirm who they are does that first.
      open={start.data !== undefined || (start.error !== null && !isLeft)}
      alert
      broad
      onClose={onClose}
      title={t("Add authenticator app")}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            look="primary"
            type="submit"
            form={form}
            disabled={!made}
            busy={confirm.isPending}
          >
            {t("Confirm")}
          </Button>
        </>
      }
    >
      {!made ? (
        <Waiting what={t("secret")} rows={3} error={start.error} onRetry={() => mutate()} />
      ) : (
        <form id={form} className="grid gap-4" onSubmit={submit}>
          <p className="text-text-2">
            {t("Scan the code with your app, or enter the key by hand.")}
          </p>
          <div className="flex flex-wrap items-center gap-4">
            <QrCode text={made.otpauth_url} label={t("QR code for your authenticator app")} />
            <div className="flex min-w-0 flex-1 items-center gap-2">
              <code className="break-words">{grouped}</code>
              <Copy text={made.secret} label={t("Copy the key")} />
            </div>
          </div>
          <TextField
            label={t("Code that the app shows")}
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            error={
              fieldError(confirm.error, "code") ??
              (confirm.error ? sentenceOf(confirm.error) : null)
            }
            required
            data-first
          />
        </form>
      )}
    </Dialog>
  );
}
