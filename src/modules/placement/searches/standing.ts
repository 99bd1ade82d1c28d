import { hash32 } from "#platform/rules/seed.ts";
import {
  leftFor,
  nextSearchStep,
  type Step,
  type Tried,
} from "#modules/placement/rules/search/next-step.ts";
import type { SearchMail, SearchRow } from "./search-store.ts";

/** Where a search stands with a provider. */
export type Standing = {
  readonly provider: string;
  readonly mails: number;
  readonly spam: number;
  readonly inbox: number;
  /** A mail is under way: nothing is decided before it has a place. */
  readonly waits: boolean;
  readonly step: Step;
};

/** Of a search, from its rows alone. */
export function standingsOf(
  search: Pick<SearchRow, "id" | "present" | "providers">,
  mails: readonly SearchMail[],
): Standing[] {
  const byProvider = Map.groupBy(mails, ({ provider }) => provider);
  const tried = search.providers.map((provider) => {
    const own = (byProvider.get(provider) ?? []).map((mail) => triedOf(mail, search.present));
    return { provider, own };
  });
  const salt = `${hash32(`search:${search.id}`)}`;
  const steps = tried.map(({ provider, own }) => {
    const others = tried.filter((other) => other.provider !== provider);
    const ended = (history: readonly Tried[]) =>
      nextSearchStep(search.present, history, { left: 1, salt }).do === "end";
    const left = leftFor(
      own.length,
      others.map((other) => ({ used: other.own.length, ended: ended(placedOnly(other.own)) })),
    );
    const history = placedOnly(own);
    return {
      provider,
      own,
      step: nextSearchStep(search.present, history, { left, salt: `${salt}:${provider}` }),
    };
  });
  return steps.map(({ provider, own, step }) => ({
    provider,
    mails: own.length,
    spam: own.filter(({ junk }) => junk === true).length,
    inbox: own.filter(({ junk }) => junk === false).length,
    waits: own.some(({ isOpen }) => isOpen),
    step,
  }));
}

type Seen = Tried & { readonly isOpen: boolean };
const placedOnly = (own: readonly Seen[]): Seen[] => own.filter(({ isOpen }) => !isOpen);

function triedOf(mail: SearchMail, present: number): Seen {
  const { place, state, version, purpose } = mail;
  const isOver = state === "failed" || state === "cancelled" || state === "skipped";
  const junk = place === "spam" ? true : place === "inbox" || place === "other" ? false : null;
  return {
    version: version & present,
    purpose: purpose === "test" ? "ask" : purpose,
    junk,
    isOpen: place === null && !isOver,
  };
}
