import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useLayoutEffect } from "react";
import { brandingQuery } from "#dashboard/api/session.ts";
import { wearAccent } from "./look.ts";
import { useWorkspace } from "./use-workspace.ts";

/** What the page calls itself and wears. */
export type Brand = {
  /** Empty until it is known: no other name is shown meanwhile. */
  readonly name: string;
  readonly logo: string | null;
  readonly accent: string | undefined;
  /** Whether it is a client's: then the page leads to nothing about the product. */
  readonly isWhiteLabel: boolean;
};

/** The brand of this address, for people who are not signed in. */
export function useAddressBrand(): Brand {
  const branding = useQuery(brandingQuery).data;
  return {
    name: branding?.name ?? "",
    logo: branding?.logo_url ?? null,
    accent: branding?.accent,
    isWhiteLabel: branding?.own_host ?? false,
  };
}

/** The brand that the signed-in person sees: a client that of their workspace. */
export function useBrand(): Brand {
  const ofAddress = useAddressBrand();
  const { workspace, me } = useWorkspace();
  const own = workspace?.branding;
  if (!own) return { ...ofAddress, isWhiteLabel: me.own_host };
  const { name, logo_url: logo, accent } = own;
  return { name, logo, accent: accent ?? undefined, isWhiteLabel: true };
}

/** Dresses the page in a brand's colour as long as the calling component is there. */
export function useWorn({ accent }: Pick<Brand, "accent">): void {
  useLayoutEffect(() => wearAccent(accent), [accent]);
}

/** A link to the guides of the product, for those who may know which product it is. */
export function DocsLink({ to, children }: { to: string; children: ReactNode }) {
  const { isWhiteLabel } = useBrand();
  if (isWhiteLabel) return null;
  return (
    <a className="link" href={to} target="_blank" rel="noopener">
      {children}
    </a>
  );
}
