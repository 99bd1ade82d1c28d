import type { LookRequest, LookResponse } from "#platform/wire/mail-look.ts";
import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { PlacementMailId } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { serverMessageIdOf } from "#modules/delivery/rules/server-message-id.ts";
import { givesOwnIds } from "#modules/mailboxes/rules/own-servers.ts";
import { nextLook, placeWithout } from "#modules/placement/rules/places.ts";
import type { Place } from "#modules/placement/rules/places.ts";
import { readSeenHeaders } from "#modules/placement/rules/seen-headers.ts";
import { openSeed, type OpenSeed } from "#modules/placement/seeds/find-seeds.ts";
import { leaseLooks, type Looked, noteMiss, placeMail, selectLooked } from "./look-store.ts";

const MAILS_PER_SWEEP = 200;
/** In one call to the mail service. */
const MAILS_PER_CALL = 25;
const HOLD_MS = 5 * MINUTE_MS;

/** Sweep: takes hold of test emails that somebody looks for now, and wakes the look at each seed. */
export async function lookAtDueSeeds(deps: Deps): Promise<void> {
  const due = await leaseLooks(deps.db, deps.now(), HOLD_MS, MAILS_PER_SWEEP);
  const groups = Map.groupBy(due, ({ workspaceId, seed }) => `${workspaceId} ${seed}`);
  for (const mails of groups.values()) {
    const [first] = mails;
    if (!first) continue;
    const { workspaceId } = first;
    for (let i = 0; i < mails.length; i += MAILS_PER_CALL) {
      const mailIds = mails.slice(i, i + MAILS_PER_CALL).map(({ id }) => id);
      await deps.queue.send({ type: "placement.look.v1", workspaceId, mailIds });
    }
  }
}

/**
 * Job `placement.look.v1`: looks where test emails came to lie at their seed. Nothing is moved,
 * flagged or answered there. A seed that cannot be read says nothing about its mails. Safe to repeat.
 */
export async function lookAtSeed(
  ctx: WorkspaceCtx,
  mailIds: readonly PlacementMailId[],
): Promise<void> {
  const mails = await selectLooked(ctx.db, ctx.workspaceId, mailIds);
  const [first] = mails;
  if (!first) return;
  const seed = await openSeed(ctx, first.seed);
  const answer = seed && (await ask(ctx, seed, mails));
  const found = new Map((answer?.found ?? []).map((one) => [one.message_id, one]));
  const now = ctx.now();
  const wasRead = answer !== null;
  for (const mail of mails) {
    const there = found.get(mail.messageId);
    const miss = {
      place: placeWithout(mail.looks + 1, wasRead),
      nextAt: nextLook(mail.leftAt, mail.looks + 1),
      wasRead,
    };
    await runBatch(ctx.db, [
      there && seed
        ? placeMail(ctx.db, ctx.workspaceId, mail, sightOf(there, seed, mail), now)
        : noteMiss(ctx.db, ctx.workspaceId, mail, miss, now),
    ]);
  }
}

/** Null: the seed could not be read. */
async function ask(
  ctx: WorkspaceCtx,
  seed: OpenSeed,
  mails: readonly Looked[],
): Promise<LookResponse | null> {
  try {
    return await ctx.mail.look({
      imap: seed.imap,
      allow_private: allowsPrivateNetworks(ctx.settings),
      mails: mails.map(wantedOf),
    });
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    ctx.log("placement.seed_unread", { seed: seed.seed, code: cause.code }, "warn");
    return null;
  }
}

/** By its id, and where its server replaces that by what else it is known. */
function wantedOf(mail: Looked): LookRequest["mails"][number] {
  const { messageId: message_id, serverMessageId, leftAt } = mail;
  const replaces = givesOwnIds({
    smtpHost: mail.smtpHost,
    imapHost: null,
    road: mail.road,
    replacesIds: mail.replacesIds === true,
  });
  if (serverMessageId === null && !replaces) return { message_id };
  return {
    message_id,
    replaced: {
      ...(serverMessageId !== null && { server_message_id: serverMessageId }),
      like: { to: [mail.seedEmail], subject: mail.subject, at: [leftAt, later(leftAt, MINUTE_MS)] },
    },
  };
}

const PLACE_OF = { inbox: "inbox", junk: "spam", other: "other" } as const satisfies Record<
  string,
  Place
>;

function sightOf(there: LookResponse["found"][number], seed: OpenSeed, mail: Looked) {
  const headers = { authentication: there.authentication, signatures: there.signatures };
  return {
    place: PLACE_OF[there.place],
    folder: there.folder,
    tab: there.tab,
    seen: readSeenHeaders(headers, {
      provider: mail.provider,
      email: seed.email,
      imapHost: seed.imap.host,
    }),
    serverMessageId:
      there.server_message_id === null
        ? null
        : serverMessageIdOf({
            message_id: mail.messageId,
            server_message_id: there.server_message_id,
          }),
  };
}
