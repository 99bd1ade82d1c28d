import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Check } from "#dashboard/parts/field.tsx";
import { Find } from "#dashboard/parts/find.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { fromServer, t } from "#dashboard/words/words.ts";
import {
  connectByOrganisation,
  type ConnectOutcome,
  type GrantedAddress,
  grantedQuery,
} from "./organisation.ts";

/** Rows that are drawn; the search finds the others. */
const SHOWN = 200;
/** Addresses named one by one; the others are counted. */
const NAMED = 3;

/** Connects addresses of an organisation that an admin granted to this workspace. */
export function GrantedAddresses({ wid, onClose }: { wid: number; onClose: () => void }) {
  const { data, error, refetch } = useQuery(grantedQuery(wid));
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [q, setQ] = useState("");
  const [done, setDone] = useState(0);
  const connect = useMutation({
    mutationFn: () =>
      connectByOrganisation(
        wid,
        (data ?? []).filter(({ email }) => picked.has(email)),
        setDone,
      ),
    onSuccess: (outcomes) => {
      const failed = outcomes.filter(({ problem }) => problem !== null);
      setPicked(new Set(failed.map(({ email }) => email)));
      if (failed.length > 0) return;
      toast(
        t("{n, plural, one {# mailbox} other {# mailboxes}} connected.", {
          n: outcomes.length,
        }),
      );
      onClose();
    },
  });
  const found = (data ?? []).filter(({ email }) => email.includes(q.trim().toLowerCase()));
  const free = found.filter(({ state }) => state !== "connected");
  const isWhole = free.length > 0 && free.every(({ email }) => picked.has(email));
  const pick = (emails: readonly string[], isOn: boolean): void => {
    const next = new Set(picked);
    for (const email of emails) {
      if (isOn) next.add(email);
      else next.delete(email);
    }
    setPicked(next);
  };
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={t("Connect addresses of your organization")}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            look="primary"
            disabled={picked.size === 0}
            busy={connect.isPending}
            onClick={() => connect.mutate()}
          >
            {picked.size === 0
              ? t("Connect")
              : t("Connect {n, plural, one {# mailbox} other {# mailboxes}}", {
                  n: picked.size,
                })}
          </Button>
        </>
      }
    >
      <p className="text-text-2">
        {t(
          "An admin granted these addresses to this workspace. They need no password and no sign-in.",
        )}
      </p>
      {!data ? (
        <Waiting what={t("addresses")} rows={4} error={error} onRetry={refetch} />
      ) : (
        <>
          <Find label={t("Search addresses")} value={q} onFind={setQ} />
          {free.length > 1 && (
            <Check
              label={t("Select all {total}", { total: count(free.length) })}
              checked={isWhole}
              onChange={() =>
                pick(
                  free.map(({ email }) => email),
                  !isWhole,
                )
              }
            />
          )}
          <ul className="picks">
            {found.slice(0, SHOWN).map((one) => (
              <Address
                key={one.email}
                one={one}
                checked={picked.has(one.email)}
                onPick={(isOn) => pick([one.email], isOn)}
              />
            ))}
          </ul>
          {found.length === 0 && <p className="text-text-2">{t("No matching addresses.")}</p>}
          {found.length > SHOWN && (
            <p className="text-12 text-text-3">
              {t("The first {shown} of {found}. Search for the others.", {
                shown: SHOWN,
                found: count(found.length),
              })}
            </p>
          )}
        </>
      )}
      {connect.isPending && (
        <p role="status" className="text-text-2">
          {t("{done} of {total} connected.", { done: count(done), total: count(picked.size) })}
        </p>
      )}
      {connect.data && <Refused outcomes={connect.data} />}
      {connect.error && (
        <Note tone="bad" title={t("Not all were connected.")}>
          {sentenceOf(connect.error)}
        </Note>
      )}
    </Dialog>
  );
}

function Address({
  one: { email, organisation, state },
  checked,
  onPick,
}: {
  one: GrantedAddress;
  checked: boolean;
  onPick: (isOn: boolean) => void;
}) {
  return (
    <li>
      <Check
        label={email}
        hint={organisation}
        checked={checked}
        disabled={state === "connected"}
        onChange={(event) => onPick(event.target.checked)}
      />
      {state === "connected" && <Status tone="ok">{t("Connected")}</Status>}
      {state === "reconnect_required" && (
        <Status tone="bad" shape="octagon">
          {t("Sign in again")}
        </Status>
      )}
    </li>
  );
}

/** Addresses that were not connected, by reason. */
export function Refused({ outcomes }: { outcomes: readonly ConnectOutcome[] }) {
  const failed = outcomes.filter(({ problem }) => problem !== null);
  if (failed.length === 0) return null;
  const reasons = [...Map.groupBy(failed, ({ problem }) => problem?.message ?? "")];
  return (
    <div role="status">
      <Note
        tone="bad"
        title={t("{failed, plural, one {# mailbox} other {# mailboxes}} of {total} not connected", {
          failed: failed.length,
          total: count(outcomes.length),
        })}
      >
        <ul className="grid gap-1">
          {reasons.map(([message, those]) => (
            <li key={message}>
              {named(those)}: {fromServer(message)}
            </li>
          ))}
        </ul>
      </Note>
    </div>
  );
}

function named(those: readonly ConnectOutcome[]): string {
  const names = those
    .slice(0, NAMED)
    .map(({ email }) => email)
    .join(", ");
  const more = those.length - NAMED;
  return more > 0 ? t("{names} and {more} more", { names, more: count(more) }) : names;
}
