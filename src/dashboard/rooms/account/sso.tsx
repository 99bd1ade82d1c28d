import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { SsoLinkStarted } from "#modules/accounts/contract/sso.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { SsoProblem } from "#dashboard/parts/sso-problem.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { ssoLinkQuery } from "./queries.ts";

/** The person's account at the provider; nothing where there is no single sign-on. */
export function SsoPanel({ problem }: { problem: string | undefined }) {
  const queries = useQueryClient();
  const { data } = useQuery(ssoLinkQuery);
  const link = useMutation({
    mutationFn: () => api.post<z.output<typeof SsoLinkStarted>>("/auth/sso/link"),
    onSuccess: ({ authorize_url }) => location.assign(authorize_url),
    onError: (cause) => toast(sentenceOf(cause)),
  });
  const unlink = useMutation({
    mutationFn: () => api.delete("/auth/sso/link"),
    onSuccess: () => toast(t("Your account is unlinked.")),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: () => queries.invalidateQueries({ queryKey: ssoLinkQuery.queryKey }),
  });
  if (!data?.available) return null;
  const { linked, name } = data;
  return (
    <Panel
      title={t("Single sign-on")}
      aside={
        linked ? (
          <Button
            className="ml-auto"
            look="danger"
            busy={unlink.isPending}
            onClick={() =>
              void ask({
                title: t("Unlink your account?"),
                text: t("You then sign in with your password or a passkey."),
                yes: t("Unlink account"),
              }).then((yes) => yes && unlink.mutate())
            }
          >
            {t("Unlink account")}
          </Button>
        ) : (
          <Button className="ml-auto" busy={link.isPending} onClick={() => link.mutate()}>
            {t("Link account")}
          </Button>
        )
      }
    >
      {problem && <SsoProblem code={problem} />}
      <p className="text-text-2">
        {linked ? (
          <>
            <Say
              id={"{email} at {name} signs you in. Last used <0/>."}
              values={{ email: linked.email, name }}
              parts={{ 0: <LocalTime at={linked.last_sign_in_at} /> }}
            />
          </>
        ) : (
          t("Sign in with {name}, without the password of this account.", { name })
        )}
      </p>
    </Panel>
  );
}
