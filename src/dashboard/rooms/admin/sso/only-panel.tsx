import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SsoAdmin } from "#modules/accounts/contract/sso.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

/** Single sign-on as the only way in, with one account for the day on which it does not work. */
export function OnlyPanel({ sso, readOnly }: { sso: SsoAdmin; readOnly: boolean }) {
  const { user } = useMe();
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (only: boolean) => api.put<SsoAdmin>("/admin/sso/only", { only }),
    onSuccess: ({ only }) =>
      toast(only ? t("Single sign-on is the only way in.") : t("Passwords work again.")),
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["admin", "sso"] }),
        queries.invalidateQueries({ queryKey: ["sso"] }),
      ]),
  });
  const turnOn = (): void =>
    void ask({
      title: t("Make single sign-on the only way in?"),
      text: t(
        "Passwords, passkeys and resets stop working, and everybody who signed in with them is signed out. Your account, {email}, becomes the emergency account: it keeps its password, and each use is emailed to all admins.",
        { email: user?.email },
      ),
      yes: t("Make it the only way in"),
    }).then((yes) => yes && change.mutate(true));
  const turnOff = (): void =>
    void ask({
      title: t("Allow other ways to sign in?"),
      text: t("Passwords and passkeys work again, for everybody who has one."),
      yes: t("Allow other ways"),
    }).then((yes) => yes && change.mutate(false));
  const { only, emergency_account: emergency, unlinked_admins: unlinked, proved } = sso;
  return (
    <Panel
      title={t("Only single sign-on")}
      aside={
        only ? (
          <Status tone="ok">{t("On")}</Status>
        ) : (
          <Status shape="ring">{t("Passwords work too")}</Status>
        )
      }
      footer={
        !readOnly && (
          <div className="flex w-full justify-end py-1">
            {only ? (
              <Button busy={change.isPending} onClick={turnOff}>
                {t("Allow other ways")}
              </Button>
            ) : (
              <Button disabled={!proved} busy={change.isPending} onClick={turnOn}>
                {t("Make it the only way in")}
              </Button>
            )}
          </div>
        )
      }
    >
      <div className="grid gap-4">
        <p className="text-text-2">
          {only && emergency
            ? t(
                "Only {email} may use a password, for the day on which the provider is not available. Each use is emailed to all admins.",
                { email: emergency.email },
              )
            : t(
                "Passwords, passkeys and resets stop working, but for one super admin: the emergency account, for the day on which the provider is not available.",
              )}
        </p>
        {!only && !proved && (
          <Note tone="info" title={t("Sign in with single sign-on once first.")}>
            {t(
              "So that nobody is locked out by a wrong setting. Link your account under Account, Single sign-on, or let a colleague sign in.",
            )}
          </Note>
        )}
        {unlinked > 0 && (
          <Note
            tone="warn"
            title={t("{unlinked, plural, one {# admin} other {# admins}} not linked yet", {
              unlinked,
            })}
          >
            {t(
              "Where single sign-on is the only way in, they get in only if a row gives them their role. Others link their account first, under Account.",
            )}
          </Note>
        )}
      </div>
    </Panel>
  );
}
