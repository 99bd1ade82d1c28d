/** The envelope of Amazon SNS, as far as its signature goes. */
export type SnsEnvelope = {
  readonly Type: string;
  readonly MessageId: string;
  readonly TopicArn: string;
  readonly Message: string;
  readonly Timestamp: string;
  readonly Subject?: string | null | undefined;
  readonly Token?: string | undefined;
  readonly SubscribeURL?: string | undefined;
  readonly SignatureVersion: string;
  readonly Signature: string;
  readonly SigningCertURL: string;
};

const SNS_HOST = /^sns\.[a-z0-9-]{3,30}\.amazonaws\.com(\.cn)?$/;

/** Whether a URL is https on Amazon's own notification host; `path` narrows it further. */
export function isSnsUrl(url: string, path: RegExp): boolean {
  if (url.length > 2_000 || !URL.canParse(url)) return false;
  const { protocol, hostname, port, username, password, pathname } = new URL(url);
  return (
    protocol === "https:" &&
    SNS_HOST.test(hostname) &&
    port === "" &&
    username === "" &&
    password === "" &&
    path.test(pathname)
  );
}

/** Paths of signing certificates, and of the call that confirms a subscription. */
export const SNS_CERTIFICATE_PATH = /^\/[A-Za-z0-9._-]{1,200}\.pem$/;
export const SNS_CONFIRM_PATH = /^\/$/;

/** The text that SNS signs: names and values by line, in the order that Amazon documents. */
export function snsSignedText(envelope: SnsEnvelope): string {
  const names =
    envelope.Type === "Notification"
      ? (["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"] as const)
      : ([
          "Message",
          "MessageId",
          "SubscribeURL",
          "Timestamp",
          "Token",
          "TopicArn",
          "Type",
        ] as const);
  return names
    .flatMap((name) => {
      const value = envelope[name];
      return value === undefined || value === null ? [] : [`${name}\n${value}\n`];
    })
    .join("");
}

/** The hash of a signature version; null for one that does not exist. */
export const snsHash = (version: string): "SHA-1" | "SHA-256" | null =>
  version === "1" ? "SHA-1" : version === "2" ? "SHA-256" : null;
