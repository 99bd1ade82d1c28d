import { useState } from "react";
import type { ImportPreview } from "#modules/mailboxes/contract/mailbox-imports.ts";
import { count } from "#dashboard/lib/format.ts";
import { Segmented } from "#dashboard/parts/segmented.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { fromServer, t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";

type Row = ImportPreview["rows"][number];

const FORMATS: Readonly<Record<ImportPreview["format"], string>> = {
  outrider: t("A plain list"),
  instantly: t("An export of Instantly"),
  smartlead: t("An export of Smartlead"),
  emailbison: t("An export of EmailBison"),
  google_admin: t("An export of Google Admin"),
  microsoft_365: t("An export of Microsoft 365"),
};

const FIELDS: Readonly<Record<NonNullable<ImportPreview["columns"][number]["field"]>, string>> = {
  email: t("Email"),
  mail: t("Mail"),
  proxy_addresses: t("Proxy addresses"),
  from_name: t("From name"),
  first_name: t("First name"),
  last_name: t("Last name"),
  app_password: t("App password"),
  password: t("Password"),
  smtp_host: t("Smtp host"),
  smtp_port: t("Smtp port"),
  smtp_security: t("Smtp security"),
  smtp_username: t("Smtp username"),
  smtp_password: t("Smtp password"),
  imap_host: t("Imap host"),
  imap_port: t("Imap port"),
  imap_security: t("Imap security"),
  imap_username: t("Imap username"),
  imap_password: t("Imap password"),
  reply_to: t("Reply to"),
  daily_limit: t("Daily limit"),
  min_gap_seconds: t("Min gap seconds"),
  min_gap_minutes: t("Min gap minutes"),
  gap_jitter_seconds: t("Gap jitter seconds"),
  ramp_enabled: t("Ramp enabled"),
  ramp_increment: t("Ramp increment"),
  signature_html: t("Signature html"),
  signature_text: t("Signature text"),
  tags: t("Tags"),
  group: t("Group"),
  timezone: t("Timezone"),
  tracking_domain: t("Tracking domain"),
  save_to_sent: t("Save to sent"),
  warmup_enabled: t("Warmup enabled"),
  warmup_daily_volume: t("Warmup daily volume"),
  organisation_id: t("Organisation id"),
  account_status: t("Account status"),
  blocked: t("Blocked"),
  account_enabled: t("Account enabled"),
  licenses: t("Licenses"),
};

/** Rows that are drawn; the file with the failed ones has all of them. */
const SHOWN = 50;

/** What an import would do: columns, counts, reasons, and the rows themselves. */
export function ImportOutlook({ preview }: { preview: ImportPreview }) {
  const { format, total, new: fresh, failed, skipped, causes, room, columns, rows } = preview;
  const isBad = (row: Row): boolean => row.state !== "new";
  const [shown, setShown] = useState<"all" | "bad">("all");
  const chosen = shown === "bad" ? rows.filter(isBad) : rows;
  const ignored = columns.filter(({ field }) => field === null);
  const known = columns.length - ignored.length;
  return (
    <section className="grid gap-4" aria-label={t("Preview")}>
      <p role="status">
        <Say
          id={
            "<0/> with {total, plural, one {# row} other {# rows}}: {fresh} new, {failed} with errors, {skipped} skipped. Nothing is stored yet."
          }
          values={{ total, fresh: count(fresh), failed: count(failed), skipped: count(skipped) }}
          parts={{ 0: <b>{FORMATS[format]}</b> }}
        />
      </p>
      {fresh > room && (
        <Note
          tone="bad"
          title={t(
            "Only {room, plural, one {# more mailbox} other {# more mailboxes}} fit into this workspace",
            { room },
          )}
        >
          {t(
            "The file has {fresh} new ones. Remove {excess} rows, or ask an admin to raise the limit.",
            { fresh: count(fresh), excess: count(fresh - room) },
          )}
        </Note>
      )}
      {fresh === 0 && (
        <Note tone="warn" title={t("No row can be imported")}>
          {t("Look at the reasons below, change the file, and choose it again.")}
        </Note>
      )}
      <details className="fold">
        <summary>
          {ignored.length === 0
            ? t("{known, plural, one {# column} other {# columns}} recognized", { known })
            : t(
                "{known, plural, one {# column} other {# columns}} recognized, {ignored} left out",
                {
                  known,
                  ignored: count(ignored.length),
                },
              )}
        </summary>
        <dl className="pairs">
          {columns.map(({ name, field }, place) => (
            <div key={`${place} ${name}`}>
              <dt>{name || t("(no name)")}</dt>
              <dd>
                {field === null ? (
                  <span className="text-text-3">{t("left out")}</span>
                ) : (
                  FIELDS[field]
                )}
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {causes.length > 0 && (
        <ul className="grid gap-1 text-13">
          {causes.map(({ code, message, rows: n }) => (
            <li key={code}>
              <b>{t("{n, plural, one {# row} other {# rows}}", { n })}:</b> {fromServer(message)}
            </li>
          ))}
        </ul>
      )}
      {rows.some(isBad) && rows.some((row) => !isBad(row)) && (
        <Segmented
          label={t("Rows")}
          options={[
            ["all", t("All rows")],
            ["bad", t("Errors and skipped")],
          ]}
          value={shown}
          onChoose={setShown}
        />
      )}
      <div className="rounded-2 border border-line">
        <table className="tbl as-list">
          <TableHead
            columns={[[t("Line"), "num"], t("Address"), t("Result"), t("Servers or reason")]}
          />
          <tbody>
            {chosen.slice(0, SHOWN).map((row) => (
              <PreviewRow key={row.line} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {chosen.length > SHOWN && (
        <p className="text-12 text-text-3">
          {t("The first {shown} of {total} rows.", {
            shown: SHOWN,
            total: count(shown === "all" ? total : failed + skipped),
          })}
        </p>
      )}
    </section>
  );
}

function PreviewRow({ row: { line, email, state, message, mailbox } }: { row: Row }) {
  return (
    <tr>
      <td className="num">{count(line)}</td>
      <td className="max-w-52 truncate" title={email}>
        {email || <span className="text-text-3">{t("No address")}</span>}
      </td>
      <td>
        {state === "new" ? (
          <Status tone="ok" shape="tick">
            {t("New")}
          </Status>
        ) : state === "failed" ? (
          <Status tone="bad" shape="octagon">
            {t("Error")}
          </Status>
        ) : (
          <Status shape="ring">{t("Skipped")}</Status>
        )}
      </td>
      <td className="full text-text-2">
        {mailbox
          ? [
              `${mailbox.smtp_host}:${mailbox.smtp_port}`,
              mailbox.imap_host ? `${mailbox.imap_host}:${mailbox.imap_port}` : t("send only"),
              t("{limit} a day", { limit: count(mailbox.daily_limit) }),
              ...(mailbox.group === null ? [] : [mailbox.group]),
              ...mailbox.tags,
              ...(mailbox.warmup ? [t("warmup")] : []),
            ].join(", ")
          : message === null
            ? null
            : fromServer(message)}
      </td>
    </tr>
  );
}
