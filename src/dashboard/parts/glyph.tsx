/** Shapes that distinguish states without colour. */
export type GlyphShape =
  | "disc"
  | "ring"
  | "draft"
  | "pause"
  | "tick"
  | "triangle"
  | "octagon"
  | "star"
  | "half";

const stroke = { fill: "none", stroke: "currentColor" } as const;

/** A 12 px mark. */
export function Glyph({ shape }: { shape: GlyphShape }) {
  return (
    <svg className="g" viewBox="0 0 12 12" aria-hidden="true">
      {draw(shape)}
    </svg>
  );
}

function draw(shape: GlyphShape) {
  switch (shape) {
    case "disc":
      return <circle cx="6" cy="6" r="4.5" fill="currentColor" />;
    case "ring":
      return <circle cx="6" cy="6" r="4" {...stroke} strokeWidth="1.8" />;
    case "draft":
      return <circle cx="6" cy="6" r="4" {...stroke} strokeWidth="1.5" strokeDasharray="2 1.77" />;
    case "pause":
      return <path d="M3.5 2v8M8.5 2v8" {...stroke} strokeWidth="2.2" strokeLinecap="round" />;
    case "tick":
      return (
        <>
          <circle cx="6" cy="6" r="5" fill="currentColor" />
          <path d="m3.7 6.2 1.6 1.6 3-3.4" fill="none" stroke="var(--surface)" strokeWidth="1.4" />
        </>
      );
    case "triangle":
      return <path d="M6 1.2 11.4 10.8H.6z" fill="currentColor" />;
    case "octagon":
      return <path d="M3.7.8h4.6l2.9 2.9v4.6l-2.9 2.9H3.7L.8 8.3V3.7z" fill="currentColor" />;
    case "star":
      return (
        <path
          d="m6 .8 1.5 3.4 3.7.4-2.8 2.5.8 3.6L6 8.8l-3.2 1.9.8-3.6L.8 4.6l3.7-.4z"
          fill="currentColor"
        />
      );
    case "half":
      return (
        <>
          <circle cx="6" cy="6" r="4.5" {...stroke} strokeWidth="1.2" />
          <path d="M6 1.5a4.5 4.5 0 0 1 0 9z" fill="currentColor" />
        </>
      );
  }
}
