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
    onSuccess: () => toast("Your account is unlinked."),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: () => queries.invalidateQueries({ queryKey: ssoLinkQuery.queryKey }),
  });
  if (!data?.available) return null;
  const { linked, name } = data;
  return (
    <Panel
      title="Single sign-on"
      aside={
        linked ? (
          <Button
            className="ml-auto"
            look="danger"
            busy={unlink.isPending}
            onClick={() =>
              void ask({
                title: "Unlink your account?",
                text: "You then sign in with your password or a passkey.",
                yes: "Unlink account",
              }).then((yes) => yes && unlink.mutate())
            }
          >
            Unlink account
          </Button>
        ) : (
          <Button className="ml-auto" busy={link.isPending} onClick={() => link.mutate()}>
            Link account
          </Button>
        )
      }
    >
      {problem && <SsoProblem code={problem} />}
      <p className="text-text-2">
        {linked ? (
          <>
            {linked.email} at {name} signs you in. Last used{" "}
            <LocalTime at={linked.last_sign_in_at} />.
          </>
        ) : (
          `Sign in with ${name}, without the password of this account.`
        )}
      </p>
    </Panel>
  );
}
