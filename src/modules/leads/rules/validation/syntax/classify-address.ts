import type { OutsideText } from "#platform/rules/outside-text.ts";
import type { SyntaxForm } from "#modules/leads/rules/validation/local-facts.ts";
import { isAddressLiteral } from "./address-literal.ts";
import { type Host, readHost } from "./host.ts";
import { type LocalPart, readLocalPart } from "./local-part.ts";
import type { SyntaxReason } from "./reason.ts";
import { scannerOf } from "./scanner.ts";

/** Longer than any address with the comments that people put in one; reading ends there. */
export const MAX_ADDRESS_TEXT = 1_000;
/** RFC 5321 4.5.3.1. */
const MAX_LOCAL_OCTETS = 64;
/** RFC 1035 2.3.4. */
const MAX_LABEL_OCTETS = 63;
/** RFC 3696, erratum 1690: what fits a path of RFC 5321. */
const MAX_ADDRESS_OCTETS = 254;

export type ClassifiedAddress = {
  readonly form: SyntaxForm;
  readonly reason: SyntaxReason | null;
  /** The local part as SMTP takes it, quoted only where it must be; "" after an error. */
  readonly local: string;
  /** Lower case, in A-labels; a literal with its brackets; "" after an error. */
  readonly host: string;
};

/**
 * Reads an address once, from left to right, and says what it is (RFC 5322 3.4.1 and 4.4, RFC 5321
 * 4.1.2, RFC 6531). An address is of RFC 5322 unless the form is `error`, and of RFC 5321 with 6531
 * unless it is also neither `commented`, `obsolete` nor `bad-5322`. Linear, and ends at 1,000
 * characters.
 */
export function classifyAddress(text: OutsideText): ClassifiedAddress {
  if (text.length > MAX_ADDRESS_TEXT) return failed("error", "too_long");
  const scan = scannerOf(text);
  const local = readLocalPart(scan);
  const host = local && readHost(scan);
  if (!local || !host) return failed("error", scan.error);
  const name = host.literal ? `[${host.text}]` : nameOf(host);
  const reason = unusable(local, host, name, scan.control);
  if (reason !== null || name === null) return failed("bad-5322", reason);
  const parts = { local: canonical(local), host: name };
  if (scan.obsolete) return { form: "obsolete", reason: scan.typo ?? "obsolete", ...parts };
  if (scan.commented) return { form: "commented", reason: "comment", ...parts };
  if (local.unicode) return { form: "eai", reason: "needs_smtputf8", ...parts };
  if (host.literal) return { form: "literal", reason: "literal", ...parts };
  if (local.quoted) return { form: "quoted", reason: "quoted", ...parts };
  return { form: "mailbox", reason: null, ...parts };
}

const failed = (form: "error" | "bad-5322", reason: SyntaxReason | null): ClassifiedAddress => ({
  form,
  reason,
  local: "",
  host: "",
});

/** Lower case, in A-labels. Null when IDNA knows no such name (UTS 46, as browsers read it). */
function nameOf(host: Host): string | null {
  if (!host.unicode || !host.hostCharacters) return host.text.toLowerCase();
  if (host.text.length > MAX_ADDRESS_OCTETS) return host.text;
  const url = `http://${host.text}`;
  return URL.canParse(url) ? new URL(url).hostname : null;
}

/** Why an address that the grammar of RFC 5322 allows cannot be used in SMTP. */
function unusable(
  local: LocalPart,
  host: Host,
  name: string | null,
  control: boolean,
): SyntaxReason | null {
  if (control) return "control_character";
  if (!host.hostCharacters) return "host_character";
  if (name === null) return "bad_idn";
  if (host.literal) {
    if (!isAddressLiteral(host.text)) return "bad_literal";
  } else if (host.unicode) {
    const labels = name.split(".");
    if (!labels.every((label) => /^(?!-)[a-z\d-]+(?<!-)$/.test(label))) return "bad_idn";
    if (labels.some((label) => label.length > MAX_LABEL_OCTETS)) return "label_too_long";
  } else if (host.longestLabel > MAX_LABEL_OCTETS) return "label_too_long";
  if (local.octets > MAX_LOCAL_OCTETS) return "local_too_long";
  return local.octets + 1 + name.length > MAX_ADDRESS_OCTETS ? "address_too_long" : null;
}

const NEEDS_NO_QUOTES = /^[^\s"(),:;<>@[\\\].]+(?:\.[^\s"(),:;<>@[\\\].]+)*$/;

/** RFC 5321 4.1.2: quoted only where it must be, since both spellings name one mailbox. */
function canonical({ content, quoted, unicode }: LocalPart): string {
  const text = unicode ? content.normalize("NFC") : content;
  if (!quoted || NEEDS_NO_QUOTES.test(text)) return text;
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
