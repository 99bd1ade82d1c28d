import type { TestRequest, TestResponse } from "#platform/wire/companion.ts";
import type {
  IntentsRequest,
  IntentsResponse,
  OutgoingMail,
  ResultsRequest,
  ResultsResponse,
} from "#platform/wire/transmission.ts";
import type { MailService } from "#platform/ctx/ports.ts";
import { AppError } from "#platform/rules/errors.ts";
import { isLoopback, isPublicAddress } from "#platform/rules/net/address-class.ts";
import { forCarrier } from "#smtp/carrier-headers.ts";
import { compose, envelopeAddress, Unsendable } from "#smtp/compose.ts";
import { sendResult, silentFacts, type SmtpFacts } from "#smtp/facts.ts";
import { accountKey } from "#smtp/account-key.ts";
import { OpenError, openSmtpSession, type SmtpSession } from "#smtp/session.ts";
import { noTokens, type TokenSource } from "#smtp/with-token.ts";

/** The verbs that decide whether a message may leave, and store what became of it. */
export type SendLedger = {
  grant(request: IntentsRequest): Promise<IntentsResponse>;
  settle(request: ResultsRequest): Promise<ResultsResponse>;
};

/** Connections of one Worker invocation are six; one is left for the database. */
const AT_ONCE = 5;

/**
 * The direct road: SMTP from the Worker itself, where no companion is configured. The same session,
 * gate and facts as the companion's; a connection lives as long as its invocation. It has no
 * journal, so an invocation that ends between intent and result leaves its send `unknown`. Reading
 * mail needs the companion. `tokens` gives the access tokens of mailboxes that sign in without a
 * password.
 */
export function directMail(ledger: SendLedger, tokens: TokenSource = noTokens): MailService {
  return {
    async transmit(mails) {
      const waiting = [...Map.groupBy(mails, senderOf).values()];
      const worker = async (): Promise<void> => {
        for (let group = waiting.shift(); group; group = waiting.shift()) {
          await sendGroup(ledger, tokens, group);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
    },
    test: (request) => testSmtp(request, tokens),
    recall: async () => [],
    async fetch() {
      throw new AppError("upstream_unavailable", "Reading email requires the companion service.");
    },
    async attachment() {
      throw new AppError("upstream_unavailable", "Reading email requires the companion service.");
    },
    async parse() {
      throw new AppError("upstream_unavailable", "Reading email requires the companion service.");
    },
    async filter() {
      const why = "Spam filters can only be asked with the companion service.";
      throw new AppError("upstream_unavailable", why);
    },
    async tend() {
      throw new AppError("upstream_unavailable", "Reading email requires the companion service.");
    },
    async look() {
      throw new AppError("upstream_unavailable", "Reading email requires the companion service.");
    },
    async sent() {
      throw new AppError("upstream_unavailable", "Reading email requires the companion service.");
    },
    async past() {
      throw new AppError("upstream_unavailable", "Reading email requires the companion service.");
    },
    healthy: async () => true,
    watcher: null,
  };
}

const senderOf = ({ smtp }: OutgoingMail): string => accountKey(smtp);

/** The messages of one mailbox, one after the other over one connection. */
async function sendGroup(
  ledger: SendLedger,
  tokens: TokenSource,
  mails: readonly OutgoingMail[],
): Promise<void> {
  let session: SmtpSession | null = null;
  for (const mail of mails) {
    let facts: SmtpFacts;
    try {
      if (!session?.usable()) session = await open(mail, tokens);
      facts = await session.send({
        envelope: {
          from: envelopeAddress("envelope", mail.envelope.from),
          to: mail.envelope.to.map((to) => envelopeAddress("envelope", to)),
        },
        raw: compose(forCarrier(mail)),
        intend: async () => {
          const { ticket, lease } = mail;
          const { granted } = await ledger.grant({ intents: [{ ticket, lease }] });
          return granted.includes(ticket);
        },
      });
    } catch (thrown) {
      facts = factsOf(thrown);
    }
    // A job may be delivered twice: what this one was not granted, another may be sending.
    if (facts.ending === "withheld") facts = { ...facts, phase: "connect" };
    await ledger.settle({ results: [sendResult(mail, facts)] });
  }
  session?.close();
}

function open(mail: OutgoingMail, tokens: TokenSource): Promise<SmtpSession> {
  assertMayDial(mail.smtp.host, mail.allow_private);
  return openSmtpSession(mail.smtp, { tokens });
}

/** The platform itself refuses private addresses; this names the refusal for those written as numbers. */
function assertMayDial(host: string, allowPrivate: boolean): void {
  const literal = /^[\d.]+$|:/.test(host);
  if (allowPrivate || (!isLoopback(host) && (!literal || isPublicAddress(host)))) return;
  throw new OpenError("dial", "address_refused", silentFacts("address_refused", "connect"));
}

function factsOf(thrown: unknown): SmtpFacts {
  if (thrown instanceof OpenError) return thrown.facts;
  if (thrown instanceof Unsendable) return silentFacts("unsendable", "mail", thrown.message);
  throw thrown;
}

async function testSmtp(request: TestRequest, tokens: TokenSource): Promise<TestResponse> {
  const { smtp } = request;
  return {
    smtp: smtp && (await tryLogIn(smtp, request.allow_private, tokens)),
    imap: request.imap && {
      ...failed("dial", "companion_missing", 0),
      message: "Email cannot be read without the companion service.",
      hint: "Run the companion and set COMPANION_URL. Sending works without it.",
      folders: { inbox: null, sent: null, junk: null },
    },
  };
}

async function tryLogIn(
  smtp: NonNullable<TestRequest["smtp"]>,
  allowPrivate: boolean,
  tokens: TokenSource,
) {
  const start = performance.now();
  const elapsed = (): number => Math.round(performance.now() - start);
  try {
    assertMayDial(smtp.host, allowPrivate);
    const session = await openSmtpSession(smtp, { tokens });
    session.close();
    const fine = { error_code: null, message: null, hint: null };
    return { ok: true, latency_ms: elapsed(), step: "ok" as const, ...fine };
  } catch (thrown) {
    if (!(thrown instanceof OpenError)) throw thrown;
    return failed(thrown.step, thrown.errorCode, elapsed());
  }
}

const failed = (step: OpenError["step"], errorCode: string, latencyMs: number) => ({
  ok: false,
  latency_ms: latencyMs,
  step,
  error_code: errorCode,
  message: `The connection failed at ${step}: ${errorCode.replaceAll("_", " ")}.`,
  hint: null,
});
