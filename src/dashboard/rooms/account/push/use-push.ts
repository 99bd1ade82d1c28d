import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PushKind } from "#platform/rules/choices.ts";
import type { PushBrowser, PushBrowsers, PushTestAnswer } from "#modules/events/contract/push.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { toast } from "#dashboard/parts/toast.tsx";
import { t } from "#dashboard/words/words.ts";
import { abilityOf, fingerprintHere, subscribeHere, unsubscribeHere } from "./this-browser.ts";

const KEY = ["account", "push"];

const pushQuery = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) => {
    const [browsers, here] = await Promise.all([
      api.get<PushBrowsers>("/auth/push", { signal }),
      fingerprintHere(),
    ]);
    return { ...browsers, here };
  },
});

const SAID: Readonly<Record<PushTestAnswer["outcome"], string>> = {
  accepted: t("Sent. It appears within seconds, unless the system holds notices back."),
  gone: t("This browser is no longer known. Turn notices on again."),
  refused: t("The push service of the browser refused the notice. Turn notices off and on again."),
  later: t("The push service of the browser did not answer. Try again later."),
};

/** The person's browsers, which of them is this one, and what can be done with them. */
export function usePush() {
  const queries = useQueryClient();
  const list = useQuery(pushQuery);
  const settle = {
    onError: (cause: unknown) => toast(sentenceOf(cause)),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  };
  const turnOn = useMutation({
    mutationFn: async (kinds: readonly PushKind[]) => {
      const subscribed = await subscribeHere(list.data?.public_key ?? "");
      if (subscribed) await api.put("/auth/push/browsers", { ...subscribed, kinds });
    },
    ...settle,
    onError: (cause) =>
      toast(
        cause instanceof DOMException
          ? t("The push service of this browser cannot be reached. Try again later.")
          : sentenceOf(cause),
      ),
  });
  const change = useMutation({
    mutationFn: ({ id, kinds }: { id: number; kinds: readonly PushKind[] }) =>
      api.put(`/auth/push/browsers/${id}`, { kinds }),
    ...settle,
  });
  const end = useMutation({
    mutationFn: async ({ id, fingerprint }: PushBrowser) => {
      await api.delete(`/auth/push/browsers/${id}`);
      if (fingerprint === list.data?.here) await unsubscribeHere();
    },
    ...settle,
  });
  const test = useMutation({
    mutationFn: (id: number) =>
      api.post<PushTestAnswer>(`/auth/push/browsers/${id}/test`, {}, { asks: true }),
    ...settle,
    onSuccess: ({ outcome }) => toast(SAID[outcome]),
  });
  const browsers = list.data?.data ?? [];
  const here = browsers.find(({ fingerprint }) => fingerprint === list.data?.here);
  return { list, ability: abilityOf(), browsers, here, turnOn, change, end, test };
}
