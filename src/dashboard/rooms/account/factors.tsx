import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Smartphone } from "lucide-react";
import { useState } from "react";
import type { Factors, Passkey } from "#modules/accounts/contract/factors.ts";
import { api } from "#dashboard/api/client.ts";
import { passkeyObstacle } from "#dashboard/api/passkeys.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { AddApp } from "./add-app.tsx";
import { AddPasskey, RenamePasskey } from "./add-passkey.tsx";
import { factorsQuery } from "./queries.ts";
import { NewRecoveryCodes } from "./recovery-codes.tsx";

type Open = "app" | "passkey" | Passkey | null;

/** Passkeys, the authenticator app and recovery codes. `onFirst` runs when the first one is set and its codes were seen. */
export function FactorPanels({ onFirst }: { onFirst?: () => void }) {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(factorsQuery);
  const [open, setOpen] = useState<Open>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const reload = () => queries.invalidateQueries({ queryKey: factorsQuery.queryKey });
  const remove = useMutation({
    mutationFn: (path: string) => api.delete(`/auth/factors/${path}`),
    onSuccess: () => toast(t("Removed.")),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: reload,
  });
  const renew = useMutation({
    mutationFn: () => api.post<{ recovery_codes: string[] }>("/auth/factors/recovery-codes"),
    onSuccess: ({ recovery_codes }) => setCodes(recovery_codes),
    onError: (cause) => toast(sentenceOf(cause)),
    onSettled: reload,
  });
  if (!data && error)
    return <Waiting what={t("second factors")} rows={3} error={error} onRetry={refetch} framed />;
  const done = (made: readonly string[] | null): void => {
    setOpen(null);
    setCodes(made);
    if (made === null) onFirst?.();
    else if (!onFirst) void reload();
  };
  const drop = (title: string, path: string): void =>
    void ask({
      title,
      text:
        data && isLast(data)
          ? t(
              "It is your last second factor: your recovery codes end, and your password alone signs in.",
            )
          : t("It cannot be used to sign in any more."),
      yes: t("Remove"),
    }).then((yes) => yes && remove.mutate(path));
  return (
    <>
      <PasskeyPanel
        data={data}
        onAdd={() => setOpen("passkey")}
        onRename={setOpen}
        onRemove={({ id, name }) => drop(t("Remove “{name}”?", { name }), `passkeys/${id}`)}
      />
      <AppPanel
        data={data}
        onAdd={() => setOpen("app")}
        onRemove={(id) => drop(t("Remove the authenticator app?"), `totp/${id}`)}
      />
      {data && (data.totp !== null || data.passkeys.length > 0) && (
        <CodesPanel left={data.recovery_codes_left} busy={renew.isPending} onRenew={renew.mutate} />
      )}
      {open === "app" && <AddApp onClose={() => setOpen(null)} onDone={done} />}
      {open === "passkey" && <AddPasskey onClose={() => setOpen(null)} onDone={done} />}
      {open !== null && typeof open === "object" && (
        <RenamePasskey passkey={open} onClose={() => setOpen(null)} />
      )}
      {codes && (
        <NewRecoveryCodes
          codes={codes}
          onClose={() => {
            setCodes(null);
            onFirst?.();
          }}
        />
      )}
    </>
  );
}

const isLast = ({ totp, passkeys }: Factors): boolean =>
  passkeys.length + (totp === null ? 0 : 1) === 1;

function PasskeyPanel({
  data,
  onAdd,
  onRename,
  onRemove,
}: {
  /** Not there yet: the panel has its height before. */
  data: Factors | undefined;
  onAdd: () => void;
  onRename: (passkey: Passkey) => void;
  onRemove: (passkey: Passkey) => void;
}) {
  const obstacle = passkeyObstacle() ?? data?.passkey_problem ?? null;
  return (
    <Panel
      title={t("Passkeys")}
      aside={
        <Button
          className="ml-auto"
          disabled={!data || obstacle !== null}
          aria-describedby={obstacle === null ? undefined : "passkey-problem"}
          onClick={onAdd}
        >
          <KeyRound size={16} aria-hidden="true" />
          {t("Add passkey")}
        </Button>
      }
    >
      <p className="text-text-2">
        {t("A passkey signs you in with your fingerprint, face or PIN, without your password.")}
      </p>
      {obstacle !== null && (
        <p id="passkey-problem" className="text-warn">
          {obstacle}
        </p>
      )}
      {data?.passkeys.map((passkey) => (
        <div key={passkey.id} className="flex flex-wrap items-center gap-3">
          <span className="min-w-40 flex-1">
            <b className="font-medium">{passkey.name}</b>
            <span className="block text-13 text-text-2">
              {passkey.works_here ? "" : t("Works at {host} only.", { host: passkey.host }) + " "}
              <LastUse at={passkey.last_used_at} />
            </span>
          </span>
          <Button
            size="small"
            aria-label={t("Rename {name}", { name: passkey.name })}
            onClick={() => onRename(passkey)}
          >
            {t("Rename")}
          </Button>
          <Button
            size="small"
            look="danger"
            aria-label={t("Remove {name}", { name: passkey.name })}
            onClick={() => onRemove(passkey)}
          >
            {t("Remove")}
          </Button>
        </div>
      ))}
    </Panel>
  );
}

const LastUse = ({ at }: { at: string | null }) =>
  at === null ? (
    <>{t("Never used")}</>
  ) : (
    <Say id={"Last used <0/>"} parts={{ 0: <LocalTime at={at} /> }} />
  );

function AppPanel({
  data,
  onAdd,
  onRemove,
}: {
  data: Factors | undefined;
  onAdd: () => void;
  onRemove: (id: number) => void;
}) {
  const totp = data?.totp ?? null;
  return (
    <Panel
      title={t("Authenticator app")}
      aside={
        totp === null ? (
          <Button className={`ml-auto ${data ? "" : "invisible"}`} onClick={onAdd}>
            <Smartphone size={16} aria-hidden="true" />
            {t("Add app")}
          </Button>
        ) : (
          <Button className="ml-auto" look="danger" onClick={() => onRemove(totp.id)}>
            {t("Remove app")}
          </Button>
        )
      }
    >
      <p className="text-text-2">
        {totp === null ? (
          <span className={data ? undefined : "invisible"}>
            {t("An app on your phone shows a code that you enter after your password.")}
          </span>
        ) : totp.last_used_at === null ? (
          t("The app is set. Never used.")
        ) : (
          <Say
            id={"The app is set. Last used <0/>."}
            parts={{ 0: <LocalTime at={totp.last_used_at} /> }}
          />
        )}
      </p>
    </Panel>
  );
}

function CodesPanel({ left, busy, onRenew }: { left: number; busy: boolean; onRenew: () => void }) {
  return (
    <Panel
      title={t("Recovery codes")}
      aside={
        <Button
          className="ml-auto"
          busy={busy}
          onClick={() =>
            void ask({
              title: t("Make new recovery codes?"),
              text: t("The codes that you have now stop working."),
              yes: t("Make new codes"),
              danger: false,
            }).then((yes) => yes && onRenew())
          }
        >
          {t("New codes")}
        </Button>
      }
    >
      <p className={left < 3 ? "text-warn" : "text-text-2"}>
        {t(
          "{left, plural, one {# code} other {# codes}} left. Each replaces your second factor once.",
          { left },
        )}
      </p>
    </Panel>
  );
}
