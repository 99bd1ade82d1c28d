import { useNavigate } from "#dashboard/routing/use-place.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { ChooseProvider } from "./choose-provider.tsx";
import { Connect } from "./connect.tsx";
import { GrantedAddresses } from "./granted-addresses.tsx";
import type { MailboxesSearch } from "#dashboard/rooms/mailboxes/search.ts";

/** The ways to connect a mailbox: which one, and its form. */
export function Connecting({
  wid,
  step,
  onStep,
  onImport,
}: {
  wid: number;
  step: NonNullable<MailboxesSearch["connect"]>;
  onStep: (step: MailboxesSearch["connect"]) => void;
  onImport: () => void;
}) {
  const { may } = useWorkspace();
  const navigate = useNavigate();
  const close = (): void => onStep(undefined);
  if (step === true && may("connections.edit")) {
    return <ChooseProvider wid={wid} onClose={close} onStep={onStep} onImport={onImport} />;
  }
  if (step === "organisation" && may("connections.edit")) {
    return <GrantedAddresses wid={wid} onClose={close} />;
  }
  if (step !== "password" || !may("mailboxes.edit")) return null;
  return (
    <Connect
      wid={wid}
      onClose={close}
      onDone={(id) =>
        void navigate({
          to: "/w/$wid/mailboxes/$mailboxId",
          params: { wid: String(wid), mailboxId: String(id) },
        })
      }
    />
  );
}
