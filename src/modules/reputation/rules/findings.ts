import { type Phrase, phrase } from "#platform/words/phrase.ts";
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
  readonly title: Phrase;
  readonly message: Phrase;
};

/** 98.99 % must not read as 99 %. */
const roundedDown = (share: number): number => Math.floor(share * 1_000) / 1_000;

/** What the sources of a week say. `week` is its Monday: what goes on is reported once a week. */
export function sourceFindings(sources: readonly SeenSource[], week: string): ReportFinding[] {
  return sources.flatMap((one): ReportFinding[] => {
    const passing = one.messages - one.failing;
    const source = one.provider === null ? one.source : `${one.source} (${one.provider})`;
    if (one.owner === "yours" && one.messages >= MIN_MAILS) {
      const share = passing / one.messages;
      if (share >= ALIGNED_SHARE) return [];
      return [
        {
          key: `own:${one.domain}:${one.source}:${week}`,
          severity: "warning",
          title: phrase("{domain}: your own source fails DMARC", { domain: one.domain }),
          message: phrase(
            "Of {messages, number} emails from {source}, {share, number, percent} passed DMARC for {domain}. Sign them with DKIM for this domain, or correct its SPF record.",
            { messages: one.messages, source, share: roundedDown(share), domain: one.domain },
          ),
        },
      ];
    }
    if (one.owner === "unknown" && passing > 0 && one.source !== "") {
      return [
        {
          key: `passes:${one.domain}:${one.source}`,
          severity: "warning",
          title: phrase("{domain}: an unknown source passes DMARC", { domain: one.domain }),
          message: phrase(
            "{source} sent {messages, number} emails as {domain} that passed DMARC, and is neither in the SPF record nor a known provider. Check who has a key of the domain.",
            { source, messages: passing, domain: one.domain },
          ),
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
      title: phrase("Many emails fail DMARC"),
      message: phrase(
        "{messages, number} emails of {day} used your domains and failed DMARC. The reports tell whether they are yours or somebody else's.",
        { messages: worst.failing, day: worst.day },
      ),
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
      title: phrase("Deliveries to your domains fail at TLS"),
      message: phrase(
        "{failed, number} of {sessions, number} sessions of the last week failed. The TLS reports name the server and the failure.",
        { failed, sessions },
      ),
    },
  ];
}
