import type { SourceOwner } from "./sources.ts";

/** Mails of a source below which its share says nothing. */
const MIN_MAILS = 20;
const ALIGNED_SHARE = 0.98;
const FAILING_A_DAY = 100;
const MIN_SESSIONS = 100;
const TLS_SHARE = 0.01;

export type SeenSource = {
  readonly domain: string;
  readonly source: string;
  readonly owner: SourceOwner | null;
  readonly provider: string | null;
  readonly messages: number;
  readonly dkim: number;
  readonly spf: number;
  readonly failing: number;
};

/** What a person should look at; `key` names the cause. */
export type ReportFinding = {
  readonly key: string;
  readonly severity: "info" | "warning";
  readonly title: string;
  readonly message: string;
};

const figure = (n: number): string => n.toLocaleString("en");
const percent = (share: number): string => `${Math.floor(share * 1_000) / 10}%`;

/** What the sources of a week say. `week` is its Monday: what goes on is reported once a week. */
export function sourceFindings(sources: readonly SeenSource[], week: string): ReportFinding[] {
  return sources.flatMap((one): ReportFinding[] => {
    const passing = one.messages - one.failing;
    const name = one.provider === null ? one.source : `${one.source} (${one.provider})`;
    if (one.owner === "yours" && one.messages >= MIN_MAILS) {
      const share = passing / one.messages;
      if (share >= ALIGNED_SHARE) return [];
      return [
        {
          key: `own:${one.domain}:${one.source}:${week}`,
          severity: "warning",
          title: `${one.domain}: your own source fails DMARC`,
          message: `Of ${figure(one.messages)} emails from ${name}, ${percent(share)} passed DMARC for ${one.domain}. Sign them with DKIM for this domain, or correct its SPF record.`,
        },
      ];
    }
    if (one.owner === "unknown" && passing > 0 && one.source !== "") {
      return [
        {
          key: `passes:${one.domain}:${one.source}`,
          severity: "warning",
          title: `${one.domain}: an unknown source passes DMARC`,
          message: `${name} sent ${figure(passing)} emails as ${one.domain} that passed DMARC, and is neither in the SPF record nor a known provider. Check who has a key of the domain.`,
        },
      ];
    }
    return [];
  });
}

/** Days with many failing emails, reported once a week. */
export function failingFinding(
  days: readonly { readonly day: string; readonly failing: number }[],
  week: string,
): ReportFinding[] {
  const worst = days.toSorted((a, b) => b.failing - a.failing)[0];
  if (!worst || worst.failing <= FAILING_A_DAY) return [];
  return [
    {
      key: `failing:${week}`,
      severity: "warning",
      title: "Many emails fail DMARC",
      message: `${figure(worst.failing)} emails of ${worst.day} used your domains and failed DMARC. The reports tell whether they are yours or somebody else's.`,
    },
  ];
}

export function tlsFinding(
  totals: { readonly sessions: number; readonly failed: number },
  week: string,
): ReportFinding[] {
  const { sessions, failed } = totals;
  if (sessions < MIN_SESSIONS || failed / sessions <= TLS_SHARE) return [];
  return [
    {
      key: `tls:${week}`,
      severity: "warning",
      title: "Deliveries to your domains fail at TLS",
      message: `${figure(failed)} of ${figure(sessions)} sessions of the last week failed. The TLS reports name the server and the failure.`,
    },
  ];
}
