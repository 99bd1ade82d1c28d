import type { TestRequest, TestResponse } from "#platform/wire/companion.ts";
import type { FilterRequest, FilterResponse } from "#platform/wire/mail-filters.ts";
import type { AttachmentRequest } from "#platform/wire/attachments.ts";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import type {
  FetchRequest,
  FetchResponse,
  InboundMail,
  ParseRequest,
  PastRequest,
  PastResponse,
  SentRequest,
  SentResponse,
  TendRequest,
  TendResponse,
  WatchRequest,
} from "#platform/wire/mail-reading.ts";
import type { LookRequest, LookResponse } from "#platform/wire/mail-look.ts";
import type {
  JournalEntry,
  ReadJournalRequest,
  ReadJournalResponse,
  WriteJournalRequest,
  WriteJournalResponse,
} from "#platform/wire/send-journal.ts";
import type { LookupRequest, LookupResponse } from "#platform/wire/lookup.ts";
import type { AskDns, DnsReply, QuestionType } from "#platform/rules/dns/record.ts";
import type { Release } from "#platform/wire/release.ts";
import type { UpdateStep } from "#platform/wire/release.ts";
import type { FoundRoute } from "#platform/rules/dns/route.ts";
import type { AvatarState, ValidationTables } from "#platform/rules/mail/address-sources.ts";
import type { ReplyLanguage } from "#platform/rules/mail/reply-language.ts";
import type { ArrivalCall, PageAnswer } from "#platform/wire/arrivals.ts";
import type { SendId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import type { Job, QueuedHit } from "./job.ts";

/** Word lists that the host loads when they are first asked for, and then keeps. */
export type Tables = {
  /** What addresses are checked against. */
  addresses(): Promise<ValidationTables>;
  /** Fingerprints of the most common passwords. */
  passwords(): Promise<ReadonlySet<string>>;
  /** What replies are read by; always the same list, so that what is made of it can be kept by it. */
  replies(): Promise<readonly ReplyLanguage[]>;
};

/** What a tool of MCP tells a model, and where its arguments go. */
export type ToolShape = {
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object"; readonly [keyword: string]: unknown };
  readonly query: readonly string[];
  readonly body: readonly string[];
};

/** What the API says about itself: the host makes it of the routes, or has it as files. */
export type Documents = {
  /** The OpenAPI document, as JSON. */
  openapi(): Promise<string>;
  /** The typed client, as TypeScript. */
  client(): Promise<string>;
  /** The reference as a page; `base` is where the install is reached. */
  reference(base: string): Promise<string>;
  /** The tools by name. */
  tools(): Promise<Readonly<Record<string, ToolShape>>>;
};

/** Wakes a verb later. Losing a message loses nothing: the tick finds the row again. */
export type Queue = {
  /** `trace` is the request that sets the work off; it goes along for the log. */
  send(job: Job, options?: { delaySeconds?: number; trace?: string }): Promise<void>;
};

/**
 * Keeps a hit before its request is answered: a group-committed insert on one machine, an
 * acknowledged queue message when hosted. False: it was dropped and counted.
 */
export type HitRecorder = {
  record(hit: QueuedHit): Promise<boolean>;
  /** Hits answered without a record since the process began. */
  dropped(): number;
  /** Between pieces of work that can wait: gives those who hit their turn; in a flood, a long one. */
  leaveRoom(): Promise<void>;
};

/**
 * SMTP and IMAP. The companion is the main road; without one the Worker sends directly and cannot
 * read. Failures throw `upstream_unavailable`, `upstream_timeout` or `upstream_failed`.
 */
export type MailService = {
  test(request: TestRequest): Promise<TestResponse>;
  /** Returns once the messages are taken over; their outcomes reach `settleResults`. */
  transmit(mails: readonly OutgoingMail[]): Promise<void>;
  /** What its journal knows of these messages, by Message-ID: the newest try of each, and how that ended. */
  recall(messageIds: readonly string[]): Promise<JournalEntry[]>;
  /** Throws `upstream_failed` whose cause is a `FetchFailure` when the mailbox itself refuses. */
  fetch(request: FetchRequest): Promise<FetchResponse>;
  /**
   * An attachment of a mail in a mailbox; without a part, whether the mail is there. Throws like
   * `fetch`, `mail_gone` and `payload_too_large`.
   */
  attachment(request: AttachmentRequest): Promise<AttachmentBytes>;
  /** Reads one raw message as it reads those of a mailbox. Throws like the others. */
  parse(request: ParseRequest): Promise<InboundMail>;
  /** What the operator's spam filters say of a mail. Nothing is sent. Throws like the others. */
  filter(request: FilterRequest): Promise<FilterResponse>;
  /** Flags, moves and files mails of a mailbox. Throws like `fetch`. */
  tend(request: TendRequest): Promise<TendResponse>;
  /** Where mails lie in a mailbox; nothing changes there. Throws like `fetch`. */
  look(request: LookRequest): Promise<LookResponse>;
  /** The Message-IDs in a mailbox's Sent folder. Throws like `fetch`. */
  sent(request: SentRequest): Promise<SentResponse>;
  /** A page of a folder's past, by headers alone. Throws like `fetch`. */
  past(request: PastRequest): Promise<PastResponse>;
  /** A records by plain DNS. Absent where there is no companion. Throws like the others. */
  lookUp?(request: LookupRequest): Promise<LookupResponse>;
  healthy(): Promise<boolean>;
  /** The same service, telling its side which request it works for. */
  traced?(trace: string): MailService;
  /** Hears of new mail at once; null where mail cannot be read. Throws like the others. */
  readonly watcher: MailWatcher | null;
};

/** Bytes as they come; `size` is null where nobody says it. */
export type AttachmentBytes = {
  readonly size: number | null;
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>> | null;
};

/** Tells the app (`/internal/companion/mail`) of mail that arrives in the folders of a list. */
export type MailWatcher = {
  /** The version of the list that it holds; null for none, as after a restart. */
  version(): Promise<string | null>;
  setList(list: WatchRequest): Promise<void>;
};

/**
 * What the companion has begun and sent, where its own disk does not last; in a storage of its own,
 * so that it survives what happens to the database. Rejects when it cannot be reached.
 */
export type SendJournal = {
  /** Kept for good once it resolves. */
  write(request: WriteJournalRequest): Promise<WriteJournalResponse>;
  read(request: ReadJournalRequest): Promise<ReadJournalResponse>;
};

/** A reply to an outgoing HTTP request, cut at `maxBytes`. */
export type EgressReply = {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | null;
  readonly contentType?: string | null;
};
export const EGRESS_FAILURES = ["timeout", "refused", "dns", "tls", "blocked", "reset"] as const;
export type EgressFailure = (typeof EGRESS_FAILURES)[number];

/** HTTP to addresses that tenants typed: guarded at connect time, redirects not followed. */
export type Egress = {
  post(request: EgressRequest & { body: string }): Promise<EgressResult>;
  /** The same for a body that is no text. */
  postBytes(request: EgressRequest & { body: Uint8Array<ArrayBuffer> }): Promise<EgressResult>;
  get(request: EgressRequest): Promise<EgressResult>;
  /** Any method, for the APIs of other services. */
  send(
    request: EgressRequest & {
      method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
      body: string | null;
    },
  ): Promise<EgressResult>;
  /** A file that is read while it comes, so that its size is the reader's to limit. */
  download(request: DownloadRequest): Promise<DownloadResult>;
};
export type DownloadRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For all of it, the last byte included. */
  readonly timeoutMs: number;
};
export type Download = {
  readonly status: number;
  /** By name in lower case; null where it is missing. */
  readonly header: (name: string) => string | null;
  /** Its bytes, unpacked where they came packed by gzip. Reading throws `BrokenDownload`. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Hangs up. */
  close(): Promise<void>;
};
export type DownloadResult =
  | { readonly ok: true; readonly reply: Download }
  | { readonly ok: false; readonly error: EgressFailure };
export type EgressRequest = {
  url: string;
  headers: Readonly<Record<string, string>>;
  timeoutMs: number;
  maxBytes: number;
};
export type EgressResult =
  | { readonly ok: true; readonly reply: EgressReply }
  | { readonly ok: false; readonly error: EgressFailure };

/** DNS over HTTPS. Trouble of every kind is a reply; null: this invocation may ask no more. */
export type Dns = {
  /** Questions that may be under way at a time. */
  readonly atOnce: number;
  /** One question about a name in A-labels, answered within 5 s. */
  ask(name: string, type: QuestionType): Promise<DnsReply | null>;
  /** Each resolver by itself, so that it shows whether they agree. */
  readonly resolvers: readonly AskDns[];
  /** Where mail for a domain goes: MX, then A and AAAA. Asked once for all who want it at a time. */
  route(domain: string): Promise<FoundRoute | null>;
};

/** The avatar service: whether somebody made a picture for an address. */
export type Avatars = {
  /** False where the operator switched it off. */
  readonly isOn: boolean;
  readonly atOnce: number;
  /** Within 3 s; null: this invocation may ask no more. */
  look(address: string): Promise<AvatarState | null>;
};

/** The models of the hosted platform; null where there are none. */
export type HostedAi = {
  /** Throws whatever the platform throws. */
  chat(request: {
    model: string;
    messages: readonly { readonly role: "system" | "user"; readonly content: string }[];
    maxTokens: number;
  }): Promise<{ readonly text: string; readonly usage: AiUsage | null }>;
};
export type AiUsage = {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
};

/** What the running code says of itself; `builtAt` is ISO 8601. */
export type Build = {
  readonly version: string;
  readonly commit: string | null;
  readonly builtAt: string | null;
};

/** How this host learns of new versions and takes one. */
export type Installer = {
  readonly build: Build;
  /** `node 24.21.0`, or `workerd`. */
  readonly runtime: string;
  readonly firstStep: UpdateStep;
  /** The text of the releases feed. Throws `upstream_*`. */
  feed(url: string): Promise<string>;
  /** Why this host cannot take an update, as a sentence that says what to do; null: it can. */
  obstacle(): string | null;
  /** What the database can be brought back to from now on; null where the host makes that later. */
  restorePoint(): Promise<string | null>;
  /** Begins the work on a checked release; what becomes of it is noted in the update's row. */
  begin(update: { readonly id: number; readonly release: Release }): Promise<void>;
};

/** How much room the data has. `full`: the database takes nothing more. */
export type DiskState = { readonly state: "ok" | "low" | "full"; readonly freeBytes: number };
/** The disk that the database lies on. */
export type Disk = { look(): Promise<DiskState> };

/** A workspace on its way in from another installation. */
export type Arrival = {
  readonly id: string;
  /** The number that it has here. */
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  /** `open`: it is here. Before that nobody can enter it, and nothing of it is sent. */
  readonly state: "filling" | "ready" | "open";
  readonly createdAt: UnixMs;
  readonly openedAt: UnixMs | null;
};

export type AskedArrival = {
  readonly id: string;
  readonly secret: string;
  readonly releaseHash: string;
  readonly workspace: { readonly id: number; readonly name: string };
  readonly tables: Readonly<Record<string, readonly string[]>>;
};

/** Takes workspaces in from other installations. */
export type Arrivals = {
  list(): Promise<readonly Arrival[]>;
  /** Takes one up; one that is known stays as it is. Throws `conflict` where the two versions differ. */
  expect(asked: AskedArrival): Promise<Arrival>;
  /** Forgets one that is not open, with everything that came. False: there is none. */
  forget(id: string): Promise<boolean>;
  /** What its calls are signed with; null: there is none. */
  secretOf(id: string): Promise<string | null>;
  /** The number of one that is open, and of the one there; null for every other. */
  openedAs(id: string): Promise<WorkspaceId | null>;
  /** Does what a call asks for that concerns its rows. Throws `not_found`, `invalid_state` and `forbidden`. */
  take(id: string, call: ArrivalCall): Promise<unknown>;
};

/** Workspaces that went to other installations, whose links lead here for good. Asks no database. */
export type Departures = {
  has(workspaceId: WorkspaceId): boolean;
  /** Keeps a hit until the other installation has it; as `HitRecorder.record`. */
  record(hit: QueuedHit): Promise<boolean>;
  /** What the other installation answers; null: it cannot be reached now. */
  page(
    workspaceId: WorkspaceId,
    asked: {
      readonly sendId: SendId;
      readonly method: "GET" | "HEAD" | "POST" | "OPTIONS";
      readonly body: string;
      readonly language: string;
    },
  ): Promise<PageAnswer | null>;
  /** What the other installation answers to a link to an approval. Throws its problems, and `upstream_unavailable`. */
  approval(
    workspaceId: WorkspaceId,
    asked: { readonly token: string; readonly decision: Record<string, unknown> | null },
  ): Promise<unknown>;
  /** Keeps an opt-out until the other installation has it. */
  optOut(workspaceId: WorkspaceId, sendId: SendId, body: string): Promise<void>;
};
