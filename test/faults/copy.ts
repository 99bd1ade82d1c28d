import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomFrom } from "#test/demo/random.ts";

/** One place of the product that a copy has otherwise. */
export type Change = { readonly file: string; readonly from: string; readonly to: string };

const ENGINE = "src/modules/delivery/engine/moves.ts";
const KEEPING = "src/modules/inbox/attachments/keep-files.ts";

const MOVE = "src/server/move/move-workspace.ts";

/** Promises taken out, one by one: what a fault plan must catch, or it proves nothing. */
const MUTANTS: Readonly<Record<string, readonly Change[]>> = {
  /** Tries again whatever ended without a reply, and lets the companion forget what it began. */
  naive: [
    {
      file: "src/modules/delivery/rules/outcome.ts",
      from: '{ kind: "retry" } : { kind: "unknown" }',
      to: '{ kind: "release" } : { kind: "release" }',
    },
    {
      file: "src/companion/deliver.ts",
      from: 'return blocking && mail.again === true && blocking.ending !== "accepted" ? null : blocking;',
      to: "return blocking && mail.again ? blocking : null;",
    },
  ],
  /** Queues again what was granted and never told of. */
  requeue: [
    {
      file: "src/modules/delivery/rules/silent-result.ts",
      from: 'ending: "network" as const, phase: "dot" as const',
      to: 'ending: "withheld" as const, phase: "data" as const',
    },
    {
      file: "src/companion/deliver.ts",
      from: 'return blocking && mail.again === true && blocking.ending !== "accepted" ? null : blocking;',
      to: "return blocking && mail.again ? blocking : null;",
    },
    {
      file: "src/companion/journal.ts",
      from: "entry.result ?? interrupted(entry.try)",
      to: 'entry.result ?? { ...interrupted(entry.try), ending: "withheld", phase: "data" }',
    },
  ],
  /** Sends by itself once more what somebody sent again and what is unclear all the same. */
  pushy: [
    {
      file: "src/modules/delivery/rules/ends.ts",
      from: 'if (outcome.kind === "sent" || outcome.kind === "unknown") return { to: outcome.kind };',
      to: 'if (outcome.kind === "sent") return { to: outcome.kind };\n  if (outcome.kind === "unknown") return { to: "queued", dueAt: now, counted: false };',
    },
  ],
  /** The companion forgets what it has sent. */
  forgetful: [
    {
      file: "src/companion/journal.ts",
      from: "return result && forbidsAnother(result) ? { ...result, at } : null;",
      to: "return result && forbidsAnother(result) && false ? { ...result, at } : null;",
    },
    {
      file: "src/companion/journal.ts",
      from: "return entry && sameTry(entry.try, of) ? entry.result : null;",
      to: "return entry && sameTry(entry.try, of) && false ? entry.result : null;",
    },
  ],
  /** Knows a message by its Message-ID as it stands, with the domain of whoever sends it. */
  local: [
    {
      file: "src/modules/delivery/rules/journal.ts",
      from: "return at < 0 ? messageId : messageId.slice(0, at);",
      to: "return at < 0 ? messageId : messageId.slice(0);",
    },
  ],
  /** Decides without a look at what was written since the copy was compared. */
  headlong: [
    {
      file: MOVE,
      from: "while ((await drain(course, CHANGES)) > FEW) await course.pause();",
      to: "await course.pause();",
    },
    {
      file: MOVE,
      from: "while ((await drain(course, CHANGES)) > 0) {",
      to: "while (began < 0) {",
    },
  ],
  /** Asks no journal about what was on its way. */
  deaf: [
    {
      file: "src/modules/delivery/journal/last-results.ts",
      from: "if (mails.length === 0) return [];",
      to: "if (mails.length >= 0) return [];",
    },
  ],
  /** The companion keeps its journal on a disk that is lost with it. */
  homebound: [
    {
      file: "src/companion/companion.ts",
      from: 'env.journal === "app"',
      to: 'env.journal === "app" && env.port < 0',
    },
  ],
  /** Lets a message go on the strength of its claim, without asking once more. */
  ungated: [
    {
      file: "src/companion/deliver.ts",
      from: "if (!(await channel.intend(mail))) return false;",
      to: "await channel.intend(mail);",
    },
  ],
  /** Goes on over a connection that is broken. */
  poisoned: [
    {
      file: "src/companion/deliver.ts",
      from: "if (signedOut || !session.usable() || session.tried()",
      to: "if (signedOut || session.tried()",
    },
  ],
  /** Grants what is asked for, whoever asks and whatever became of it since. */
  unfenced: [
    {
      file: ENGINE,
      from: `AND +l.lease = c.value->>'lease' AND +l.state = 'leased'
      AND +l.lease_until > \${at.now}`,
      to: "AND ${at.now} > 0",
    },
  ],
  /** Grants a lease that is alive, whatever its campaign, lead and mailbox say by now. */
  gateless: [
    {
      file: ENGINE,
      from: "AND +l.lease_until > ${at.now}\n      AND ${mayLeave}",
      to: "AND +l.lease_until > ${at.now}",
    },
  ],
  /** Keeps what mails took of the day's limits that never leave. */
  leaky: [
    {
      file: "src/modules/delivery/engine/slots.ts",
      from: "SET used = used - x.n",
      to: "SET used = used - 0 * x.n",
    },
  ],
  /** Moves the cursor of a folder before its mails are stored. */
  eager: [
    {
      file: "src/modules/inbox/reading/take-folder.ts",
      from: "let found = false;",
      to: "let found = false; await runBatch(ctx.db, [cursorAt(mails.at(-1)?.uid ?? 0)]);",
    },
  ],
  /** Answers a provider before its call is stored. */
  polite: [
    {
      file: "src/modules/inbox/provider-webhooks/routes.ts",
      from: "await takeCall(ctx, provider, {",
      to: "void takeCall(ctx, provider, {",
    },
    {
      file: "src/modules/inbox/provider-webhooks/routes.ts",
      from: "header: (name) => request.headers.get(name),\n      });",
      to: "header: (name) => request.headers.get(name),\n      }).catch(() => undefined);",
    },
  ],
  /** Takes a resolver that fails for a domain that does not exist. */
  credulous: [
    {
      file: "src/platform/rules/dns/route.ts",
      from: 'routeByMx(reply: DnsReply): FoundRoute | "addresses" {\n  if (!reply.ok) return temporary(reply.trouble);',
      to: 'routeByMx(reply: DnsReply): FoundRoute | "addresses" {\n  if (!reply.ok) return { route: { ...NOTHING, state: "nxdomain", alias: false }, ttl: 60 };',
    },
  ],
  /** Counts what was sent before the rest of what is true then is written. */
  apart: [
    {
      file: "src/modules/delivery/engine/settle.ts",
      from: "const results = await runBatch(ctx.db, statements);",
      to: "await runBatch(ctx.db, statements.splice(0, effects.statements.length));\n    const results = await runBatch(ctx.db, statements);",
    },
  ],
  /** Takes a campaign for complete once nobody waits, whatever became of those under way. */
  hurried: [
    {
      file: "src/modules/campaigns/protection/completion-store.ts",
      from: "AND l.status IN ('pending', 'in_progress', 'paused'))",
      to: "AND l.status = 'pending')",
    },
  ],
  /** Unsubscribes whoever looks at the link. */
  visited: [
    {
      file: "src/modules/tracking/unsubscribe/routes.ts",
      from: 'case "GET":',
      to: 'case "GET": await unsubscribe(ctx, { sendId, source: "link" });',
    },
  ],
  /** Follows receivers of webhooks to where they point. */
  followed: [
    {
      file: "src/server/egress.ts",
      from: "    dispatcher,\n    // A connection",
      to: '    dispatcher: dispatcher.compose((await import("undici")).interceptors.redirect({ maxRedirections: 3 })),\n    // A connection',
    },
  ],
  /** Answers a hit before it is written, and writes at its leisure: at once, few kills would tell. */
  hasty: [
    {
      file: "src/server/group-hits.ts",
      from: "return open.kept;",
      to: "return Promise.resolve(true);",
    },
    {
      file: "src/server/group-hits.ts",
      from: "setImmediate(() => void writeNext())",
      to: "setTimeout(() => void writeNext(), 20)",
    },
  ],
  /** Gives the key of a request up whatever it wrote. */
  noteless: [
    {
      file: "src/platform/idempotency/once.ts",
      from: "answer = await act({ db: inside.db, install: beside?.db ?? deps.install });",
      to: "answer = await act({ db: deps.db, install: deps.install });",
    },
  ],
  /** Lets a webhook that fails go on side by side. */
  parallel: [
    {
      file: "src/modules/events/webhook-deliveries/delivery-store.ts",
      from: "ELSE ${inFlight} = 0 AND coalesce(w.next_attempt_at, 0) <= ${now} END",
      to: "ELSE ${inFlight} < ${atOnce} END",
    },
    {
      file: "src/modules/events/webhook-deliveries/due-store.ts",
      from: "ELSE 1 END AS",
      to: "ELSE ${atOnce} - ${inFlight} END AS",
    },
    {
      file: "src/modules/events/webhooks/wake-webhook.ts",
      from: "pace.inFlight === 0 ? 1 : 0",
      to: "pace.atOnce - pace.inFlight",
    },
    // Ten is no multiple of this.
    {
      file: "src/modules/events/webhook-deliveries/delivery-store.ts",
      from: "IN_FLIGHT_PER_WEBHOOK = 5",
      to: "IN_FLIGHT_PER_WEBHOOK = 4",
    },
  ],
  /** Has drafts sent whatever the gate says. */
  ungranted: [
    {
      file: "src/modules/delivery/drafts/send-by-draft.ts",
      from: "if (!granted.includes(ticket)) {",
      to: "if (!granted.includes(ticket) && granted.length > 0) {",
    },
  ],
  /** Takes an unanswered send for one that never left, and makes a new draft for each try. */
  redrafted: [
    {
      file: "src/modules/delivery/drafts/ask-draft.ts",
      from: "const standing = await api.look(draft, row.messageId);",
      to: 'const standing = { as: "draft" as string, messageId: null };',
    },
    {
      file: "src/modules/delivery/drafts/hold-draft.ts",
      from: "if (isNew) return make(row);",
      to: 'if (isNew || row.lease !== "") return make(row);',
    },
  ],
  /** Notes the files of a reply once they are put away: what a crash leaves before is found by nobody. */
  unnoted: [
    {
      file: KEEPING,
      from: "const dueAt = later(now, ORPHANED_MS);",
      to: "const dueAt = later(now, ORPHANED_MS);\n  const note = async () => {",
    },
    {
      file: KEEPING,
      from: "if (reader === null) {\n    for",
      to: "};\n  if (reader === null) {\n    for",
    },
    {
      file: KEEPING,
      from: "    return;\n  }\n  const attachments",
      to: "    await note();\n    return;\n  }\n  const attachments",
    },
    {
      file: KEEPING,
      from: "if (![...found, ...filed].includes(messageId)) {",
      to: "await note();\n  if (![...found, ...filed].includes(messageId)) {",
    },
  ],
  /** Sends what it finds of a file, which is its first piece. */
  torn: [
    {
      file: "src/modules/inbox/attachments/files-of.ts",
      from: "hexHash(bytes) !== file.sha256) return changed(file);",
      to: 'hexHash(bytes) === "") return changed(file);',
    },
    {
      file: "src/modules/inbox/attachments/drafts-store.ts",
      from: "ORDER BY piece`);",
      to: "ORDER BY piece LIMIT 1`);",
    },
  ],
  /** Each of several processes counts requests for itself. */
  uncounted: [
    {
      file: "src/server/deps.ts",
      from: 'settings.PROCESSES === "several" ? { kind: "database" } : processLimiter()',
      to: "processLimiter()",
    },
  ],
  /** Each of several processes ticks as if it were alone. */
  turnless: [
    {
      file: "src/server/serve.ts",
      from: 'const isAlone = settings.PROCESSES === "one";',
      to: "const isAlone = true;",
    },
  ],
  /** Sends at any hour. */
  timeless: [
    {
      file: "src/modules/campaigns/rules/leaving/rules.ts",
      from: "blocks: ({ now, schedule }) => !isOpen(schedule, now),",
      to: "blocks: ({ now, schedule }) => !isOpen(schedule, now) && now < 0,",
    },
  ],
};

export const MUTANT_NAMES = Object.keys(MUTANTS);

/** Places of a mail's way at which an app dies, behind this text of its source. */
export const DEATHS = {
  after_claim: {
    file: "src/modules/delivery/engine/claim.ts",
    from: "const won = (results.at(-1) as { id: number }[]).map(({ id }) => id);",
  },
  before_hand_over: {
    file: "src/modules/delivery/engine/transmit.ts",
    from: "const claim = { lease, now: ctx.now() };",
  },
  amid_hand_over: {
    file: "src/modules/delivery/engine/transmit.ts",
    from: "[prolong(db, kind, workspaceId, claim, ready.map(idOf))] : []),\n  ]);",
  },
  after_hand_over: {
    file: "src/modules/delivery/engine/transmit.ts",
    from: "if (out.length > 0) await ctx.mail.transmit(out);",
  },
  before_grant: {
    file: "src/modules/delivery/engine/grant-intents.ts",
    from: "const may = open ? asked.filter(({ id }) => open.has(id)) : asked;",
  },
  after_grant: {
    file: "src/modules/delivery/engine/grant-intents.ts",
    from: "const won = await grant(ctx.db, kind, workspaceId, may, { now: ctx.now(), run });",
  },
  before_settle: {
    file: "src/modules/delivery/engine/settle.ts",
    from: "const failed = new Set<string>();",
  },
  after_settle: {
    file: "src/modules/delivery/engine/settle.ts",
    from: "const { stored, failed } = await settleEnds(ctx, kind, ends);",
  },
} as const satisfies Readonly<Record<string, Pick<Change, "file" | "from">>>;

/** Places of the way of a draft at which an app dies, behind this text of its source. */
export const DRAFT_DEATHS = {
  after_make: {
    file: "src/modules/delivery/drafts/hold-draft.ts",
    from: "const draft = await api.make(raw);",
  },
  after_keep: {
    file: "src/modules/delivery/drafts/hold-draft.ts",
    from: "if (await keepDraft(ctx.db, from, draft, digest)) {",
  },
  after_gate: {
    file: "src/modules/delivery/drafts/send-by-draft.ts",
    from: "const grantedAt = ctx.now();",
  },
  after_asked: {
    file: "src/modules/delivery/drafts/send-by-draft.ts",
    from: "if (!(await markAsked(ctx.db, row, grantedAt, lookAt))) return { result: null, row: null };",
  },
  after_send: {
    file: "src/modules/delivery/drafts/send-by-draft.ts",
    from: "await api.send(draft);",
  },
  after_draft_settled: {
    file: "src/modules/delivery/drafts/send-by-draft.ts",
    from: "if (result) await settleResults(ctx, { results: [result], now: ctx.now() });",
  },
  after_dropping: {
    file: "src/modules/delivery/drafts/drop-draft.ts",
    from: 'const dropping: DraftRow = { ...row, state: "dropping" };',
  },
} as const satisfies Readonly<Record<string, Pick<Change, "file" | "from">>>;

/** Places of the way of attached files at which an app dies, behind this text of its source. */
export const FILE_DEATHS = {
  amid_upload: {
    file: "src/modules/inbox/attachments/read-reply-form.ts",
    from: "size += piece.length;",
  },
  amid_pieces: {
    file: KEEPING,
    from: "await runBatch(db, [insertPiece(db, { messageId, workspaceId, file, piece, content })]);",
  },
  after_put: {
    file: KEEPING,
    from: "acts: [{ ...act, copy: { ...draft, attachments } }],\n  });",
  },
  after_kept: {
    file: "src/modules/inbox/threads/reply-to-thread.ts",
    from: "if (files.length > 0) await keepFiles(ctx, sender, draftOf(ctx, sender, mail, messageId), files);",
  },
  after_queued: {
    file: "src/modules/inbox/replies/queue-mail.ts",
    from: "if (id === null) return null;",
  },
  after_fetched: {
    file: "src/modules/inbox/replies/compose-replies.ts",
    from: "const files = await filesOf(ctx, mail, drafts.get(mail.messageId));",
  },
  amid_clearing: {
    file: "src/modules/inbox/attachments/clear-drafts.ts",
    from: 'acts: [isKept ? { ...act, move_to: "\\\\Sent" } : { ...act, remove: true }],\n    });',
  },
} as const satisfies Readonly<Record<string, Pick<Change, "file" | "from">>>;

/** The changes of a mutant; none without a name. */
export function mutant(name: string | undefined): readonly Change[] {
  const changes = name === undefined ? [] : MUTANTS[name];
  if (!changes) throw new Error(`There is no mutant ${name}; try ${MUTANT_NAMES.join(", ")}.`);
  return changes;
}

/** Source of a function `draw` for a copy: numbers in [0, 1), the same for the same seed. */
export const drawsFrom = (seed: string): string =>
  `const draw = (${randomFrom.toString()})(${Number(seed)});`;

/** Every queue message comes twice, both at once. */
export const TWICE: Change = {
  file: "src/app/jobs/consume.ts",
  from: "return await run(job.data, deps);",
  to: "return (await Promise.all([run(job.data, deps), run(job.data, deps)]))[0];",
};

/** A machine that needs longer than `claimMs` from the claim to the hand-over would claim for ever. */
const leases = (sendMs: number, claimMs: number): readonly Change[] => [
  {
    file: "src/modules/delivery/rules/leases.ts",
    from: "SEND_LEASE_MS = 10 * MINUTE_MS",
    to: `SEND_LEASE_MS = ${sendMs}`,
  },
  {
    file: "src/modules/delivery/rules/leases.ts",
    from: "CLAIM_LEASE_MS = MINUTE_MS",
    to: `CLAIM_LEASE_MS = ${claimMs}`,
  },
];
/** Leases that end within the patience of a test, and while a companion stands still. */
export const SHORT_LEASES = leases(5_000, 5_000);
/** The same, but longer than a slow machine takes to start again and to tell what became of a mail. */
export const PATIENT_LEASES = leases(20_000, 8_000);

/** App and companion ask this file how far their clock is off, in milliseconds. */
export function shiftedBy(path: string): readonly Change[] {
  const offset = `Number((process.getBuiltinModule("node:fs")).readFileSync(${JSON.stringify(path)}, "utf8"))`;
  return [
    {
      file: "src/platform/adapters/clock.ts",
      from: "unixMs(Date.now())",
      to: `unixMs(Date.now() + ${offset})`,
    },
    {
      file: "src/companion/companion.ts",
      from: "const now = () => Date.now();",
      to: `const now = () => Date.now() + ${offset};`,
    },
  ];
}

/** Mailboxes are read without a pause, also those that just failed. */
export const BUSY_READERS: readonly Change[] = [
  { from: "BUSY_MS = 5 * SECOND_MS", to: "BUSY_MS = 200" },
  { from: "every.quietSeconds * SECOND_MS", to: "200" },
  { from: "FAILED_MS = 10 * SECOND_MS", to: "FAILED_MS = 100" },
  { from: "    MAX_SYNC_WAIT_MS,\n", to: "    500,\n" },
].map((change) => ({ file: "src/modules/mailboxes/rules/sync-interval.ts", ...change }));
/** A sync that was killed is taken over soon. */
export const SHORT_SYNC_LEASE: Change = {
  file: "src/modules/inbox/sync/sync-due.ts",
  from: "SYNC_LEASE_MS = 2 * MINUTE_MS",
  to: "SYNC_LEASE_MS = 4_000",
};

/** The app ends at the step of a move that this file names. */
export const endsAtStep = (path: string): Change => ({
  ...MOVE_NOTED,
  to: `if ((process.getBuiltinModule("node:fs")).readFileSync(${JSON.stringify(path)}, "utf8") === step) process.kill(process.pid, "SIGKILL");
      ${MOVE_NOTED.from}`,
});
const MOVE_NOTED = { file: "src/server/move/run-move.ts", from: "if (step === noted.step" };

/** Every text of the product that a plan, a mutant or a death leans on. */
export const ANCHORS: readonly Pick<Change, "file" | "from">[] = [
  ...Object.values(MUTANTS).flat(),
  ...Object.values(DEATHS),
  ...Object.values(DRAFT_DEATHS),
  ...Object.values(FILE_DEATHS),
  ...SHORT_LEASES,
  ...BUSY_READERS,
  TWICE,
  SHORT_SYNC_LEASE,
  MOVE_NOTED,
];

/**
 * A copy of the product with these changes; the directory to run it from. A copy, because what is
 * killed starts again, and must start as it was.
 */
export async function copyOf(changes: readonly Change[]): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "outrider-copy-"));
  for (const part of [
    "src",
    "drizzle",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "wrangler.toml",
    "CHANGELOG.md",
  ]) {
    await cp(part, join(root, part), { recursive: true });
  }
  await symlink(join(process.cwd(), "node_modules"), join(root, "node_modules"));
  for (const { file, from, to } of changes) {
    const source = await readFile(join(root, file), "utf8");
    if (!source.includes(from)) throw new Error(`${file} no longer holds: ${from}`);
    await writeFile(join(root, file), source.replace(from, to));
  }
  return root;
}

/** A process that was just killed may still write its last file. */
export const removeTree = (path: string): Promise<void> =>
  rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
