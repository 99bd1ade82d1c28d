import { Banners } from "./banners.tsx";

/** While nobody knows yet who is signed in: as `index.html` begins, with what holds the page up above it. */
export function Arriving() {
  return (
    <>
      <Banners />
      <svg className="boot" aria-hidden="true">
        <rect width="128" height="20" rx="4" />
        <rect y="68" width="100%" height="12" rx="4" />
        <rect y="96" width="100%" height="12" rx="4" />
        <rect y="124" width="60%" height="12" rx="4" />
      </svg>
    </>
  );
}
