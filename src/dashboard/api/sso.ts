import { queryOptions } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { SsoShown } from "#modules/accounts/contract/sso.ts";
import { api } from "./client.ts";

/** Whether people sign in with single sign-on here. */
export const ssoQuery = queryOptions({
  queryKey: ["sso"],
  queryFn: ({ signal }) => api.get<SsoShown>("/auth/sso", { signal, anonymous: true }),
  staleTime: 5 * 60_000,
});

/** The address of the provider's page, with where to go afterwards. */
export function leadingTo(start: string, query: Readonly<Record<string, string>>): string {
  const url = new URL(start, location.origin);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

/** Where a window that was opened beside a page ends. */
export const DONE_PATH = "/sso-done";
const CHANNEL = "sso";

/** Reports to the pages that wait for it that a sign-in is done. */
export function reportDone(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage("done");
  channel.close();
}

/**
 * Opens the provider in a window beside this page, so that what is entered here stays. `onDone` runs
 * when the sign-in there is done.
 */
export function useBeside(onDone: () => void): (start: string) => void {
  const done = useRef(onDone);
  done.current = onDone;
  useEffect(() => {
    const channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener("message", () => done.current());
    return () => channel.close();
  }, []);
  return (start) => {
    window.open(leadingTo(start, { next: DONE_PATH }), "_blank", "popup,width=520,height=720");
  };
}
