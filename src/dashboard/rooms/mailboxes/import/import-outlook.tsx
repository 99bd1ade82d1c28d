import { useState } from "react";
import type { ImportPreview } from "#modules/mailboxes/contract/mailbox-imports.ts";
import { count, counted, words } from "#dashboard/lib/format.ts";
import { Segmented } from "#dashboard/parts/segmented.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";

type Row = ImportPreview["rows"][number];

const FORMATS: Readonly<Record<ImportPreview["format"], string>> = {
  outrider: "A plain list",
  instantly: "An export of Instantly",
  smartlead: "An export of Smartlead",
  emailbison: "An export of EmailBison",
  google_admin: "An export of Google Admin",
  microsoft_365: "An export of Microsoft 365",
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
  return (
    <section className="grid gap-4" aria-label="Preview">
      <p role="status">
        <b>{FORMATS[format]}</b> with {counted(total, "row")}: {count(fresh)} new, {count(failed)}{" "}
        with errors, {count(skipped)} skipped. Nothing is stored yet.
      </p>
      {fresh > room && (
        <Note
          tone="bad"
          title={`Only ${counted(room, "more mailbox", "more mailboxes")} fit into this workspace`}
        >
          The file has {count(fresh)} new ones. Remove {count(fresh - room)} rows, or ask an admin
          to raise the limit.
        </Note>
      )}
      {fresh === 0 && (
        <Note tone="warn" title="No row can be imported">
          Look at the reasons below, change the file, and choose it again.
        </Note>
      )}
      <details className="fold">
        <summary>
          {counted(columns.length - ignored.length, "column")} recognized
          {ignored.length > 0 && `, ${count(ignored.length)} left out`}
        </summary>
        <dl className="pairs">
          {columns.map(({ name, field }, place) => (
            <div key={`${place} ${name}`}>
              <dt>{name || "(no name)"}</dt>
              <dd>
                {field === null ? <span className="text-text-3">left out</span> : words(field)}
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {causes.length > 0 && (
        <ul className="grid gap-1 text-13">
          {causes.map(({ code, message, rows: n }) => (
            <li key={code}>
              <b>{counted(n, "row")}:</b> {message}
            </li>
          ))}
        </ul>
      )}
      {rows.some(isBad) && rows.some((row) => !isBad(row)) && (
        <Segmented
          label="Rows"
          options={[
            ["all", "All rows"],
            ["bad", "Errors and skipped"],
          ]}
          value={shown}
          onChoose={setShown}
        />
      )}
      <div className="rounded-2 border border-line">
        <table className="tbl as-list">
          <TableHead columns={[["Line", "num"], "Address", "Result", "Servers or reason"]} />
          <tbody>
            {chosen.slice(0, SHOWN).map((row) => (
              <PreviewRow key={row.line} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {chosen.length > SHOWN && (
        <p className="text-12 text-text-3">
          The first {SHOWN} of {count(shown === "all" ? total : failed + skipped)} rows.
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
        {email || <span className="text-text-3">No address</span>}
      </td>
      <td>
        {state === "new" ? (
          <Status tone="ok" shape="tick">
            New
          </Status>
        ) : state === "failed" ? (
          <Status tone="bad" shape="octagon">
            Error
          </Status>
        ) : (
          <Status shape="ring">Skipped</Status>
        )}
      </td>
      <td className="full text-text-2">
        {mailbox
          ? [
              `${mailbox.smtp_host}:${mailbox.smtp_port}`,
              mailbox.imap_host ? `${mailbox.imap_host}:${mailbox.imap_port}` : "send only",
              `${count(mailbox.daily_limit)} a day`,
              ...(mailbox.group === null ? [] : [mailbox.group]),
              ...mailbox.tags,
              ...(mailbox.warmup ? ["warmup"] : []),
            ].join(", ")
          : message}
      </td>
    </tr>
  );
}
