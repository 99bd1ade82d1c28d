import { createContext, useCallback, useContext } from "react";
import { useStore } from "#dashboard/lib/store.ts";
import {
  type Address,
  ADDRESSES,
  type Destination,
  hrefOf,
  addressAt,
  type ParamsOf,
  type SearchOf,
} from "./addresses.ts";
import { arrivedAt, go, here, type Manner, type Shown } from "./going.ts";
import { type Params, paramsIn } from "./patterns.ts";
import type { RawSearch } from "./search-text.ts";

/** What is drawn: all of a page reads the same. */
export const ShownHere = createContext<Shown | null>(null);

const NOTHING = {};

/** What the address says behind its "?", in the room at this address or one around it. */
export function useSearch<A extends Address>({ from }: { from: A }): SearchOf<A> {
  const at = useContext(ShownHere);
  // What is around another room reads the same search, which says more.
  return (at?.search ?? ADDRESSES[from]({})) as SearchOf<A>;
}

/** The values in the path of the room at this address. */
export function useParams<A extends Address>({ from }: { from: A }): ParamsOf<A> {
  const at = useContext(ShownHere);
  // Its names are those of the pattern.
  return ((at && paramsIn(from, at.path)) ?? at?.params ?? NOTHING) as ParamsOf<A>;
}
/** The values in the path, whatever the address is. */
export const useAnyParams = (): Params => useContext(ShownHere)?.params ?? NOTHING;

/** The path that somebody is at or on the way to. */
export const usePath = (): string => useStore(here).path;
/** The path of the room that is open. */
export const useOpenPath = (): string | undefined => useStore(arrivedAt);

/** What a link may name: `params` where its address has any. */
export type Going<To extends string> = {
  readonly to: To;
  readonly search?: SearchOf<To> | true | ((old: RawSearch) => SearchOf<To>) | undefined;
} & (string extends To
  ? { readonly params?: Params | undefined }
  : keyof ParamsOf<To> extends never
    ? { readonly params?: Params | undefined }
    : { readonly params: ParamsOf<To> });

type Navigate<From extends Address> = {
  /** To the same address, with another search. */
  (
    same: Manner & {
      readonly to?: ".";
      readonly search: SearchOf<From> | ((old: SearchOf<From>) => SearchOf<From>);
    },
  ): Promise<void>;
  <To extends string>(going: Going<To> & Manner): Promise<void>;
};

/**
 * Goes to an address; resolves when it is drawn. `from` is the address of the room, whose search can then be changed alone.
 */
export function useNavigate<From extends Address>(room?: { from: From }): Navigate<From> {
  const from = room?.from;
  const navigate = useCallback(
    ({ to, replace = false, resetScroll = true, ...going }: Partial<Destination> & Manner) => {
      const match = addressAt(here.get());
      const address = to === undefined || to === "." ? (from ?? match.address ?? "/") : to;
      return go(hrefOf({ ...going, to: address }, match), { replace, resetScroll });
    },
    [from],
  );
  // The overloads say what each of these may be.
  return navigate as Navigate<From>;
}
