import type { DomainRecord, SendingDomain } from "#modules/operations/contract/domains.ts";
import { Status } from "#dashboard/parts/status.tsx";
import { t } from "#dashboard/words/words.ts";

export const RECORD_WORDS: Readonly<Record<DomainRecord["name"], string>> = {
  mx: "MX",
  spf: "SPF",
  dkim: "DKIM",
  dmarc: "DMARC",
  tracking: t("Tracking"),
  tracking_owner: t("Ownership"),
  own_host: t("Host"),
};

/** How a record stands; `label` names it where no column does. */
export function RecordState({
  record,
  label = false,
}: {
  record: DomainRecord | undefined;
  label?: boolean;
}) {
  if (!record) return null;
  const name = label ? <span className="text-text-3">{RECORD_WORDS[record.name]} </span> : null;
  const { status, code, found } = record;
  if (status === "pass") {
    return (
      <Status tone="ok" shape="tick">
        {name}
        {t("OK")}
      </Status>
    );
  }
  if (status === "fail") {
    return (
      <Status tone="bad" shape="octagon">
        {name}
        {found.length > 0 ? t("Wrong") : t("Missing")}
      </Status>
    );
  }
  if (code === "not_found") {
    return (
      <Status tone="warn" shape="triangle">
        {name}
        {t("Not found")}
      </Status>
    );
  }
  return (
    <Status shape="draft">
      {name}
      {code === "not_checked" ? t("Not checked") : t("Unknown")}
    </Status>
  );
}

/** The workspace's tracking domain, and another product that it still leads to. */
export function TrackingState({
  tracking,
  label = false,
}: {
  tracking: SendingDomain["tracking"];
  label?: boolean;
}) {
  if (!tracking) return <Status shape="ring">{label ? t("No tracking domain") : t("None")}</Status>;
  const { domain, status, points_to: pointsTo } = tracking;
  const tone = status === "verified" ? "ok" : status === "failed" ? "bad" : "plain";
  const shape = status === "verified" ? "tick" : status === "failed" ? "octagon" : "draft";
  return (
    <>
      <Status tone={tone} shape={shape}>
        <span className="wrap-anywhere">{domain}</span>
      </Status>
      {pointsTo && (
        <span className="block text-12 break-words text-warn-text">
          {t("Points to {product}", { product: pointsTo.product ?? pointsTo.target })}
        </span>
      )}
    </>
  );
}
