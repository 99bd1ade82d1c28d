import type { Outside } from "#platform/rules/outside-text.ts";

/** Bytes that show the type of a file. */
export const TYPE_BYTES = 1_024;

/** How the bytes of a type begin, at an offset, in hex. */
const SIGNATURES: readonly (readonly [at: number, bytes: string, type: string])[] = [
  [0, "255044462d", "application/pdf"],
  [0, "89504e470d0a1a0a", "image/png"],
  [0, "ffd8ff", "image/jpeg"],
  [0, "474946383761", "image/gif"],
  [0, "474946383961", "image/gif"],
  [8, "57454250", "image/webp"],
  [8, "57415645", "audio/wav"],
  [0, "49492a00", "image/tiff"],
  [0, "4d4d002a", "image/tiff"],
  [0, "424d", "image/bmp"],
  [4, "6674797068656963", "image/heic"],
  [4, "66747970", "video/mp4"],
  [0, "1a45dfa3", "video/webm"],
  [0, "494433", "audio/mpeg"],
  [0, "4f676753", "application/ogg"],
  [0, "7b5c727466", "application/rtf"],
  [0, "504b0304", "application/zip"],
  [0, "504b0506", "application/zip"],
  [0, "1f8b", "application/gzip"],
  [0, "526172211a07", "application/vnd.rar"],
  [0, "377abcaf271c", "application/x-7z-compressed"],
  [0, "d0cf11e0a1b11ae1", "application/x-ole-storage"],
  [0, "4d5a", "application/vnd.microsoft.portable-executable"],
  [0, "7f454c46", "application/x-executable"],
];

/** Formats that are archives of others: their bytes say no more, so the ending decides among them. */
const INSIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "application/zip": {
    docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    odt: "application/vnd.oasis.opendocument.text",
    ods: "application/vnd.oasis.opendocument.spreadsheet",
    odp: "application/vnd.oasis.opendocument.presentation",
  },
  "application/x-ole-storage": {
    doc: "application/msword",
    xls: "application/vnd.ms-excel",
    ppt: "application/vnd.ms-powerpoint",
    msg: "application/vnd.ms-outlook",
  },
  "text/plain": {
    csv: "text/csv",
    ics: "text/calendar",
    vcf: "text/vcard",
    json: "application/json",
  },
};

/** What a browser would run, wherever it stands among the first bytes. */
const MARKUP: readonly (readonly [sign: RegExp, type: string])[] = [
  [/<svg[\s>]/i, "image/svg+xml"],
  [/<(?:!doctype\s+html|html|head|body|script|iframe|meta|title)[\s>/]/i, "text/html"],
  [/^\s*<\?xml/i, "application/xml"],
];

/** The type of a file by its first bytes; what it is claimed to be counts for nothing, and its ending only within the same format. */
export function fileType(head: Outside<Uint8Array>, name: string): string {
  const bytes = Buffer.from(head.slice(0, TYPE_BYTES));
  const ending = /\.(\w{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? "";
  const found = SIGNATURES.find(([at, signature]) =>
    bytes.subarray(at, at + signature.length / 2).equals(Buffer.from(signature, "hex")),
  )?.[2];
  const type = found ?? typeOfText(bytes);
  return INSIDE[type]?.[ending] ?? type;
}

function typeOfText(bytes: Buffer): string {
  const text = bytes.toString("latin1");
  // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
  const isText = bytes.length > 0 && !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text);
  const wide = bytes.subarray(0, 2).toString("hex");
  const read = wide === "fffe" || wide === "feff" || !isText ? text.replaceAll("\0", "") : text;
  const markup = MARKUP.find(([sign]) => sign.test(read))?.[1];
  return markup ?? (isText ? "text/plain" : "application/octet-stream");
}
