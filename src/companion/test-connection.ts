import type { ImapFlow } from "imapflow";
import type { Connection, TestRequest, TestResponse } from "#platform/wire/companion.ts";
import { type ConnectionErrorCode } from "#smtp/dial.ts";
import { OpenError, openSmtpSession } from "#smtp/session.ts";
import { noTokens, type TokenSource } from "#smtp/with-token.ts";
import { guardedDial } from "./egress.ts";
import { connectImap, ImapFailure } from "./imap/connect.ts";
import { findFolders, type Folders } from "./imap/folders.ts";
import { wordsFor } from "./words.ts";

type SmtpResult = NonNullable<TestResponse["smtp"]>;
type ImapResult = NonNullable<TestResponse["imap"]>;

/** For each step: a person waits for the result. */
const STEP_MS = 10_000;
const NO_FOLDERS: Folders = { inbox: null, sent: null, junk: null };

/**
 * Signs in over SMTP and IMAP like a real transmission and returns the step that failed; a server
 * that stops responding fails at that step after `stepMs`. Sends no mail.
 */
export async function testConnection(
  request: TestRequest,
  { tokens = noTokens, stepMs = STEP_MS }: { tokens?: TokenSource; stepMs?: number } = {},
): Promise<TestResponse> {
  const { allow_private } = request;
  const [smtp, imap] = await Promise.all([
    request.smtp ? testSmtp(request.smtp, { allow_private, stepMs, tokens }) : null,
    request.imap ? testImap(request.imap, { allow_private, stepMs, tokens }) : null,
  ]);
  return { smtp, imap };
}

type Way = {
  readonly allow_private: boolean;
  readonly stepMs: number;
  readonly tokens: TokenSource;
};

async function testSmtp(
  smtp: Connection,
  { allow_private, stepMs, tokens }: Way,
): Promise<SmtpResult> {
  const began = performance.now();
  try {
    const session = await openSmtpSession(smtp, {
      dial: guardedDial(allow_private, stepMs),
      timeouts: { greeting: stepMs, command: stepMs },
      tokens,
    });
    session.close();
    return passed(began);
  } catch (thrown) {
    if (thrown instanceof OpenError) return failed(began, smtp, thrown.step, thrown.errorCode);
    throw thrown;
  }
}

async function testImap(
  imap: Connection,
  { allow_private, stepMs, tokens }: Way,
): Promise<ImapResult> {
  const began = performance.now();
  try {
    const { client } = await connectImap(imap, allow_private, {
      timeouts: { dial: stepMs, greeting: stepMs, command: stepMs },
      tokens,
    });
    try {
      return { ...passed(began), folders: await openInbox(client) };
    } finally {
      client.close();
    }
  } catch (thrown) {
    if (!(thrown instanceof ImapFailure)) throw thrown;
    const { step, error_code } = thrown.failure;
    return { ...failed(began, imap, step, error_code), folders: NO_FOLDERS };
  }
}

async function openInbox(client: ImapFlow): Promise<Folders> {
  try {
    const folders = await findFolders(client);
    await client.mailboxOpen("INBOX", { readOnly: true });
    return folders;
  } catch (cause) {
    throw new ImapFailure("select", "protocol_error", { cause });
  }
}

const since = (began: number): number => Math.round(performance.now() - began);

const passed = (began: number): SmtpResult => ({
  ok: true,
  latency_ms: since(began),
  step: "ok",
  error_code: null,
  message: null,
  hint: null,
});

const failed = (
  began: number,
  connection: Connection,
  step: SmtpResult["step"],
  code: ConnectionErrorCode,
): SmtpResult => ({
  ok: false,
  latency_ms: since(began),
  step,
  error_code: code,
  ...wordsFor(code, connection),
});
