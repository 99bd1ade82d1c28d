import { type ComponentProps, type MouseEvent, useContext, useEffect, useRef } from "react";
import { hrefOf } from "./addresses.ts";
import { fetchAhead, go, type Manner } from "./going.ts";
import { isBelow } from "./patterns.ts";
import { type Going, ShownHere, usePath } from "./use-place.ts";

/** Somebody who points at a link for so long may follow it. */
const AIM_MS = 50;
const NOWHERE = { params: {}, search: {} };

/** Whether a click is one that the browser follows by itself: into a new tab, or as a download. */
const isBrowsers = (event: MouseEvent<HTMLAnchorElement>): boolean =>
  event.defaultPrevented ||
  event.button !== 0 ||
  event.metaKey ||
  event.ctrlKey ||
  event.shiftKey ||
  event.altKey ||
  !["", "_self"].includes(event.currentTarget.target);

/**
 * A link to an address of the dashboard. Its room is fetched when somebody points at it. `marks` says that it is the current
 * one: at its own path alone, or below it too.
 */
export function Link<To extends string>({
  to,
  params,
  search,
  replace = false,
  resetScroll = true,
  marks,
  children,
  ...rest
}: Going<To> &
  Manner & { readonly marks?: "exact" | "below" } & Omit<ComponentProps<"a">, "href">) {
  const href = hrefOf({ to, params, search: search as object }, useContext(ShownHere) ?? NOWHERE);
  const path = usePath();
  const own = href.split("?", 1)[0] ?? href;
  const isCurrent = marks === "exact" ? path === own : marks === "below" && isBelow(path, own);
  const aim = useRef<ReturnType<typeof setTimeout>>(undefined);
  const release = (): void => clearTimeout(aim.current);
  const take = (): void => {
    release();
    aim.current = setTimeout(() => fetchAhead(href), AIM_MS);
  };
  useEffect(() => release, []);
  return (
    <a
      {...(isCurrent && { "aria-current": "page" })}
      {...rest}
      href={href}
      onPointerEnter={take}
      onPointerLeave={release}
      onFocus={take}
      onBlur={release}
      onTouchStart={take}
      onClick={(event) => {
        rest.onClick?.(event);
        if (isBrowsers(event)) return;
        event.preventDefault();
        void go(href, { replace, resetScroll });
      }}
    >
      {children}
    </a>
  );
}

/** Goes there as soon as it is drawn, in place of where it is. */
export function Navigate<To extends string>(going: Going<To>) {
  const { to, params, search } = going;
  const href = hrefOf({ to, params, search: search as object }, NOWHERE);
  useEffect(() => void go(href, { replace: true }), [href]);
  return null;
}
