import { useQuery } from "@tanstack/react-query";
import { useSearch } from "#dashboard/routing/use-place.ts";
import { useEffect } from "react";
import { reportDone, ssoQuery } from "#dashboard/api/sso.ts";
import { SsoProblem } from "#dashboard/parts/sso-problem.tsx";
import { t } from "#dashboard/words/words.ts";
import { Front } from "./front.tsx";
import { SsoButton } from "./sso-button.tsx";

/** The end of a window that was opened beside a page: it reports that, and closes. */
export function SsoDone() {
  const { sso_problem: problem } = useSearch({ from: "/sso-done" });
  const sso = useQuery(ssoQuery).data;
  useEffect(() => {
    if (problem) return;
    reportDone();
    window.close();
  }, [problem]);
  if (problem) {
    return (
      <Front title={t("Not signed in")}>
        <div className="mt-4 grid gap-6">
          <SsoProblem code={problem} />
          <SsoButton sso={sso} query={{ next: "/sso-done" }} look="primary" />
        </div>
      </Front>
    );
  }
  return (
    <Front
      title={t("You are signed in")}
      lead={t("Close this window and continue where you were.")}
    >
      {null}
    </Front>
  );
}
