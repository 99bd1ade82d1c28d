import { useMutation } from "@tanstack/react-query";
import type {
  Mailbox,
  MailboxPreset,
  TestMailboxAnswer,
} from "#modules/mailboxes/contract/mailboxes.ts";
import { api } from "#dashboard/api/client.ts";
import { isApiError } from "#dashboard/api/problem.ts";
import { changed } from "#dashboard/api/workspace.ts";

/** What the dialog starts with. */
export const NO_MAILBOX = {
  email: "",
  from_name: "",
  password: "",
  smtp_host: "",
  smtp_port: "587",
  smtp_username: "",
  imap_host: "",
  imap_port: "993",
  imap_username: "",
};
export type MailboxFields = typeof NO_MAILBOX;

/** The servers of a known provider, as fields. */
export const serversOf = ({ smtp, imap }: MailboxPreset) => ({
  smtp_host: smtp.host,
  smtp_port: String(smtp.port),
  imap_host: imap?.host ?? "",
  imap_port: String(imap?.port ?? 993),
});

/** How a mailbox of these fields is reached. */
function settingsOfServers(fields: MailboxFields, reads: boolean) {
  const smtp = {
    smtp_host: fields.smtp_host,
    smtp_port: Number(fields.smtp_port),
    smtp_username: fields.smtp_username || fields.email,
    smtp_password: fields.password,
  };
  if (!reads) return smtp;
  return {
    ...smtp,
    imap_host: fields.imap_host,
    imap_port: Number(fields.imap_port),
    imap_username: fields.imap_username || fields.smtp_username || fields.email,
    imap_password: fields.password,
  };
}

const isWorking = ({ smtp, imap }: TestMailboxAnswer): boolean => smtp.ok && imap?.ok !== false;

/** Tries a mailbox, and stores it. */
export function useConnecting(
  wid: number,
  fields: MailboxFields,
  reads: boolean,
  onStored: (id: number) => void,
) {
  const servers = settingsOfServers(fields, reads);
  const test = useMutation({
    mutationFn: () => api.post<TestMailboxAnswer>(`/workspaces/${wid}/mailboxes/test`, servers),
  });
  const save = useMutation({
    mutationFn: () =>
      api.post<Mailbox>(`/workspaces/${wid}/mailboxes`, {
        ...servers,
        email: fields.email,
        ...(fields.from_name !== "" && { from_name: fields.from_name }),
      }),
    onSuccess: async ({ id }) => {
      await changed(wid, "mailboxes", "warmup", "stats");
      onStored(id);
    },
  });
  // It was tried and does not work, or could not be tried: a second press stores it nevertheless.
  const isDoubtful = test.data
    ? !isWorking(test.data)
    : test.error !== null && !(isApiError(test.error) && test.error.fields.length > 0);
  return {
    test,
    error: save.error ?? test.error,
    busy: save.isPending || test.isPending,
    isDoubtful,
    /** What was found no longer holds: something was changed. */
    forget: (): void => {
      test.reset();
      save.reset();
    },
    /** Tries first what was not tried: a mailbox that is stored and does not work sends nothing. */
    connect: async (): Promise<void> => {
      const isTried = test.data !== undefined || isDoubtful;
      // Reports all missing fields at once.
      if (!isTried && fields.email !== "") {
        const answer = await test.mutateAsync().catch(() => null);
        if (!answer || !isWorking(answer)) return;
      }
      save.mutate();
    },
  };
}

/** Boxes of a team, which are nobody's name. */
const TEAMS = /^(info|sales|hello|hi|contact|office|mail|team|support|outreach|admin)$/;

/** "mara.lind@..." is most likely Mara Lind; empty where the address names nobody. */
export function guessedNameOf(address: string): string {
  const parts = (address.split("@")[0] ?? "")
    .split(/[._-]+/)
    .filter((part) => /^\p{L}+$/u.test(part));
  if (parts.length === 0 || TEAMS.test(parts.join("").toLowerCase())) return "";
  return parts.map((part) => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase()).join(" ");
}
