import type { SmtpPhase } from "#platform/wire/transmission.ts";
import type { SMTPConnectionSendInfo } from "nodemailer/lib/smtp-connection";
import {
  acceptedFacts,
  failureFacts,
  isRefusal,
  phaseOf,
  silentFacts,
  type SmtpError,
  type SmtpFacts,
} from "./facts.ts";
import { stagedBody } from "./staged-body.ts";
import type { SmtpTimeouts, Wire } from "./wire.ts";

/** One message for one server. */
export type Transmission = {
  readonly envelope: { readonly from: string; readonly to: readonly string[] };
  readonly raw: Buffer;
  /**
   * Called after the server's 354 and before the first byte of the body; false or a throw withholds
   * the message.
   */
  readonly intend: () => Promise<boolean>;
  /** Called when the final dot is written to the socket. */
  readonly onDot?: () => void;
};

/** What the connection can be used for afterwards. */
type Next = "reuse" | "reset" | "close";

/** Runs one transmission over a signed-in connection that is not in use. */
export async function transmitMessage(
  wire: Wire,
  message: Transmission,
  options: { readonly timeouts: SmtpTimeouts; readonly needsReset: boolean },
): Promise<{ readonly facts: SmtpFacts; readonly next: Next }> {
  const { connection } = wire;
  const { timeouts } = options;
  let stage: "envelope" | "data" | "body" | "dot" = "envelope";
  let withheld = false;
  let gate: Promise<unknown> = Promise.resolve();

  const body = stagedBody(message.raw, {
    gate() {
      stage = "data";
      const intent = message.intend().catch(() => false);
      gate = intent.then((granted) => (withheld = !granted));
      return intent;
    },
    onBody() {
      stage = "body";
      wire.extend(timeouts.command);
    },
    onEnd() {
      stage = "dot";
      wire.extend(timeouts.dot);
      message.onDot?.();
    },
  });
  // A getter, because the compiler does not see that the callbacks of the stream change it.
  const reached = (): typeof stage => stage;

  try {
    if (options.needsReset) await wire.run(timeouts.command, (done) => connection.reset(done));
    const info = await wire.run<SMTPConnectionSendInfo>(timeouts.command, (done) =>
      connection.send(
        { from: message.envelope.from, to: [...message.envelope.to], size: message.raw.length },
        body,
        done,
      ),
    );
    // A positive reply to an unfinished message does not count.
    if (!info || reached() !== "dot") {
      return { facts: silentFacts("network", phaseNow()), next: "close" };
    }
    return { facts: acceptedFacts(replyOf(info), info.serverMessageId), next: "reuse" };
  } catch (thrown) {
    // The result must not be reported before the response to the intent.
    await gate;
    if (withheld) return { facts: silentFacts("withheld", "data"), next: "close" };
    return failure(thrown as SmtpError);
  }

  function phaseNow(): SmtpPhase {
    const stageNow = reached();
    if (stageNow !== "envelope") return stageNow;
    return phaseOf(wire.dialogue.open(), "mail");
  }

  function failure(error: SmtpError): { facts: SmtpFacts; next: Next } {
    if (isUnsendable(error)) {
      return {
        facts: silentFacts(
          "unsendable",
          "mail",
          "The server or the address does not allow this message.",
        ),
        next: "reset",
      };
    }
    if (!isRefusal(error)) return { facts: failureFacts(error, phaseNow()), next: "close" };
    const stageNow = reached();
    const facts = failureFacts(error, stageNow === "envelope" ? refusedAt(error) : stageNow);
    const over = wire.ended() || error.responseCode === 421;
    // A reply in the middle of the body leaves the connection in no known state.
    if (over || stageNow === "data" || stageNow === "body") return { facts, next: "close" };
    return { facts, next: stageNow === "dot" ? "reuse" : "reset" };
  }

  /** With PIPELINING, the rejection of a recipient follows the reply to DATA. */
  function refusedAt(error: SmtpError): SmtpPhase {
    if (error.command === "MAIL FROM") return "mail";
    if (error.command === "RCPT TO") return "rcpt";
    if (error.command === "DATA") return "data";
    return phaseOf(wire.dialogue.answered(), "mail");
  }
}

/**
 * Rejected by the client itself before it sent anything: a malformed address, or larger than the
 * server's SIZE.
 */
const isUnsendable = (error: SmtpError): boolean =>
  error.responseCode === undefined &&
  ((error.code === "EENVELOPE" && error.command === "API") ||
    (error.code === "EMESSAGE" && error.command === "MAIL FROM"));

function replyOf(info: SMTPConnectionSendInfo): string {
  const refused = info.rejectedErrors?.[0];
  if (!refused) return info.response;
  const of = info.rejected.length + info.accepted.length;
  return `${info.response} [${info.rejected.length} of ${of} recipients refused: ${refused.response ?? ""}]`;
}
