import { useMutation } from "@tanstack/react-query";
import type { ConnectAnswer } from "#modules/connections/contract/connections.ts";
import type { Provider } from "#modules/connections/rules/kinds.ts";
import { api } from "#dashboard/api/client.ts";

/** Sends the person to a provider, which sends them back to the mailbox. */
export const useConsent = (wid: number) =>
  useMutation({
    mutationFn: (body: { readonly provider: Provider; readonly mailbox_id?: number }) =>
      api.post<ConnectAnswer>(`/workspaces/${wid}/mailboxes/connect`, body),
    onSuccess: ({ authorize_url }) => location.assign(authorize_url),
  });
