import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type {
  Mailbox,
  MailboxPreset,
  TestMailboxAnswer,
} from "#modules/mailboxes/contract/mailboxes.ts";
import { api } from "#dashboard/api/client.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Check, SelectField, TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { nameOf } from "./name-of.ts";
import { presetsQuery } from "./queries.ts";
import { TestResult } from "./test-result.tsx";

const EMPTY = {
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
type Fields = typeof EMPTY;

const isWorking = ({ smtp, imap }: TestMailboxAnswer): boolean => smtp.ok && imap?.ok !== false;

/** Connects a mailbox: an address and a password; the servers of known providers fill themselves in. */
export function Connect({
  wid,
  onClose,
  onDone,
}: {
  wid: number;
  onClose: () => void;
  onDone: (id: number) => void;
}) {
  const [fields, setFields] = useState<Fields>(EMPTY);
  const [asked, setAsked] = useState("");
  const [chosen, setChosen] = useState<string | null>(null);
  const [reads, setReads] = useState(true);
  // Until somebody types a name, the address suggests one.
  const [isNamed, setNamed] = useState(false);
  const presets = useQuery(presetsQuery(wid, asked)).data;
  const known = presets?.data.find(({ id }) => id === (chosen ?? presets.guess?.preset));
  const set = (change: Partial<Fields>): void => setFields((old) => ({ ...old, ...change }));
  const shown = { ...fields, ...(known && serversOf(known)) };
  const body = () => {
    const smtp = {
      smtp_host: shown.smtp_host,
      smtp_port: Number(shown.smtp_port),
      smtp_username: fields.smtp_username || fields.email,
      smtp_password: fields.password,
    };
    // A provider without IMAP has nothing to read by.
    return reads && !(known && shown.imap_host === "")
      ? {
          ...smtp,
          imap_host: shown.imap_host,
          imap_port: Number(shown.imap_port),
          imap_username: fields.imap_username || fields.smtp_username || fields.email,
          imap_password: fields.password,
        }
      : smtp;
  };
  const test = useMutation({
    mutationFn: () => api.post<TestMailboxAnswer>(`/workspaces/${wid}/mailboxes/test`, body()),
  });
  const save = useMutation({
    mutationFn: () =>
      api.post<Mailbox>(`/workspaces/${wid}/mailboxes`, {
        ...body(),
        email: fields.email,
        ...(fields.from_name !== "" && { from_name: fields.from_name }),
      }),
    onSuccess: async ({ id }) => {
      await changed(wid, "mailboxes", "warmup", "stats");
      onClose();
      onDone(id);
    },
  });
  const error = save.error ?? test.error;
  // It was tried and does not work, or could not be tried: a second press stores it nevertheless.
  const isDoubtful = test.data
    ? !isWorking(test.data)
    : test.error !== null && !(isApiError(test.error) && test.error.fields.length > 0);
  /** Tries first what was not tried: a mailbox that is stored and does not work sends nothing. */
  const connect = async (): Promise<void> => {
    const isTried = test.data !== undefined || isDoubtful;
    // What is missing is told of all fields at once.
    if (!isTried && fields.email !== "") {
      const answer = await test.mutateAsync().catch(() => null);
      if (!answer || !isWorking(answer)) return;
    }
    save.mutate();
  };
  const wrong = (name: string) => fieldError(error, name);
  const change = (part: Partial<Fields>): void => {
    test.reset();
    save.reset();
    set(part);
  };
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title="Connect a mailbox"
      acts={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button disabled={test.isPending || save.isPending} onClick={() => test.mutate()}>
            Test
          </Button>
          <Button
            look="primary"
            busy={save.isPending || test.isPending}
            onClick={() => void connect()}
          >
            {isDoubtful ? "Connect all the same" : "Connect"}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 wide:grid-cols-2">
        <TextField
          label="Address"
          type="email"
          autoComplete="off"
          value={fields.email}
          error={wrong("email")}
          onChange={(event) => change({ email: event.target.value })}
          onBlur={() => {
            setAsked(/^\S+@\S+\.\S+$/.test(fields.email) ? fields.email : "");
            if (!isNamed) set({ from_name: nameOf(fields.email) });
          }}
        />
        <TextField
          label="Name that recipients see"
          autoComplete="off"
          value={fields.from_name}
          error={wrong("from_name")}
          hint="Stands before the address in every inbox."
          onChange={(event) => {
            setNamed(true);
            change({ from_name: event.target.value });
          }}
        />
        <SelectField
          label="Provider"
          value={known?.id ?? ""}
          onChange={(event) => {
            const preset = presets?.data.find(({ id }) => id === event.target.value);
            setChosen(preset?.id ?? "");
            if (preset) change(serversOf(preset));
          }}
        >
          <option value="">Another server</option>
          {presets?.data.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          value={fields.password}
          error={wrong("smtp_password") ?? wrong("imap_password")}
          onChange={(event) => change({ password: event.target.value })}
        />
      </div>
      {known && (
        <Note tone="info" title={known.name}>
          {known.help}{" "}
          {known.help_url && (
            <a href={known.help_url} target="_blank" rel="noreferrer">
              How to
            </a>
          )}
        </Note>
      )}
      <fieldset className="grid gap-3 wide:grid-cols-[minmax(0,2fr)_6rem_minmax(0,2fr)]">
        <legend className="mb-2 font-medium">Sends by</legend>
        <TextField
          label="SMTP server"
          value={shown.smtp_host}
          readOnly={known !== undefined}
          error={wrong("smtp_host")}
          onChange={(event) => change({ smtp_host: event.target.value })}
        />
        <TextField
          label="Port"
          inputMode="numeric"
          value={shown.smtp_port}
          readOnly={known !== undefined}
          error={wrong("smtp_port")}
          onChange={(event) => change({ smtp_port: event.target.value })}
        />
        <TextField
          label="User name"
          autoComplete="off"
          placeholder={fields.email || "the address"}
          value={fields.smtp_username}
          error={wrong("smtp_username")}
          onChange={(event) => change({ smtp_username: event.target.value })}
        />
      </fieldset>
      <Check
        label="Read replies and bounces by IMAP"
        hint="Without it nobody notices an answer, and sequences go on."
        checked={reads}
        onChange={(event) => setReads(event.target.checked)}
      />
      {reads && (
        <fieldset className="grid gap-3 wide:grid-cols-[minmax(0,2fr)_6rem_minmax(0,2fr)]">
          <legend className="sr-only">Reads by</legend>
          <TextField
            label="IMAP server"
            value={shown.imap_host}
            readOnly={known !== undefined}
            error={wrong("imap_host")}
            onChange={(event) => change({ imap_host: event.target.value })}
          />
          <TextField
            label="Port"
            inputMode="numeric"
            value={shown.imap_port}
            readOnly={known !== undefined}
            error={wrong("imap_port")}
            onChange={(event) => change({ imap_port: event.target.value })}
          />
          <TextField
            label="User name"
            autoComplete="off"
            placeholder={fields.smtp_username || fields.email || "the address"}
            value={fields.imap_username}
            error={wrong("imap_username")}
            onChange={(event) => change({ imap_username: event.target.value })}
          />
        </fieldset>
      )}
      {test.data && <TestResult answer={test.data} />}
      {error !== null && (!isApiError(error) || error.fields.length === 0) && (
        <Note tone="bad" title="The server did not take this.">
          {sentenceOf(error)}
        </Note>
      )}
    </Dialog>
  );
}

const serversOf = ({ smtp, imap }: MailboxPreset) => ({
  smtp_host: smtp.host,
  smtp_port: String(smtp.port),
  imap_host: imap?.host ?? "",
  imap_port: String(imap?.port ?? 993),
});
