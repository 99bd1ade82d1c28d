import { useQuery, useQueryClient } from "@tanstack/react-query";
import { CircleAlert, Hourglass, UserRoundCog, WifiOff } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "#dashboard/api/client.ts";
import { serverUnreachable, waitingUntil } from "#dashboard/api/gate.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { meQuery } from "#dashboard/api/session.ts";
import { useStore } from "#dashboard/lib/store.ts";
import { useNow } from "#dashboard/lib/timers.ts";
import { t } from "#dashboard/words/words.ts";

/** Messages about the whole page, above it. */
export function Banners({ children }: { children?: ReactNode }) {
  const until = useStore(waitingUntil);
  const away = useStore(serverUnreachable);
  return (
    <div className="banners" ref={measured}>
      <Impersonation />
      {children}
      <div role="status" aria-live="polite">
        {until !== null && <Waiting until={until} />}
        {away && (
          <p className="banner wait">
            <WifiOff size={16} aria-hidden="true" />
            {t(
              "The server is not reachable. Your input is kept, and the page reconnects automatically.",
            )}
          </p>
        )}
      </div>
    </div>
  );
}

/** Sets `--banners`, from which the rooms below compute their height. */
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
      {t("Too many requests. Resuming in {seconds} s.", { seconds })}
    </p>
  );
}

/** Shown as long as an admin acts as another person, with a button to stop. */
function Impersonation() {
  // Other components load this query; here it is only read.
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
        {t("{name}, you are acting as {other}. The audit log records your name.", {
          name: me.impersonator.name,
          other: me.user?.name,
        })}
      </span>
      <button type="button" className="ml-auto" onClick={() => void stop()}>
        {t("Stop acting as {name}", { name: me.user?.name })}
      </button>
      {error && (
        <span>
          <CircleAlert size={14} className="inline" aria-hidden="true" /> {error}
        </span>
      )}
    </div>
  );
}
