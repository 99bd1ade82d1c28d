import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, Hourglass, UserRoundCog, WifiOff } from "lucide-react";
import { useState } from "react";
import { api } from "#dashboard/api/client.ts";
import { serverUnreachable, waitingUntil } from "#dashboard/api/gate.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { meQuery } from "#dashboard/api/session.ts";
import { useStore } from "#dashboard/lib/store.ts";
import { useNow } from "#dashboard/lib/timers.ts";

/** What concerns the whole page, above it. */
export function Banners() {
  const until = useStore(waitingUntil);
  const away = useStore(serverUnreachable);
  return (
    <div className="banners" ref={measured}>
      <Impersonation />
      <div role="status" aria-live="polite">
        {until !== null && <Waiting until={until} />}
        {away && (
          <p className="banner wait">
            <WifiOff size={16} aria-hidden="true" />
            The server cannot be reached. What you type stays here, and the page goes on by itself.
          </p>
        )}
      </div>
    </div>
  );
}

/** Tells the rooms below how much of the window is left for them (`--banners`). */
function measured(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    if (element.offsetHeight === 0) style.removeProperty("--banners");
    else style.setProperty("--banners", `${element.offsetHeight}px`);
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty("--banners");
  };
}

function Waiting({ until }: { until: number }) {
  const seconds = Math.max(0, Math.ceil((until - useNow(1_000)) / 1_000));
  return (
    <p className="banner wait">
      <Hourglass size={16} aria-hidden="true" />
      This page asked more often than is allowed in a minute. It goes on in {seconds} s; nothing is
      lost.
    </p>
  );
}

/** Somebody acts as somebody else: it is on screen all the time, and one press ends it. */
function Impersonation() {
  // Whoever needs to know asks; here it is only shown.
  const me = useQuery({ ...meQuery, enabled: false }).data;
  const client = useQueryClient();
  const [error, setError] = useState<string | null>(null);
  if (!me?.impersonator) return null;
  const stop = async (): Promise<void> => {
    try {
      await api.post("/auth/stop-impersonation");
      client.clear();
      location.assign("/admin");
    } catch (cause) {
      setError(sentenceOf(cause));
    }
  };
  return (
    <div className="banner other" role="status">
      <UserRoundCog size={16} aria-hidden="true" />
      <span>
        {me.impersonator.name}, you act as {me.user?.name}. Everything you do is done in that name
        and noted in yours.
      </span>
      <button type="button" className="ml-auto" onClick={() => void stop()}>
        Stop acting as {me.user?.name}
      </button>
      {error && (
        <span>
          <CircleAlert size={14} className="inline" aria-hidden="true" /> {error}
        </span>
      )}
    </div>
  );
}
