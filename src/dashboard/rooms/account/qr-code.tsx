import { useMemo } from "react";
import { encode } from "uqr";

/** A QR code, drawn here: its text is a secret and leaves for nowhere. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size: width } = encode(text, { ecc: "M", border: 4 });
    const cells = data.flatMap((row, y) =>
      row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
    );
    return { size: width, path: cells.join("") };
  }, [text]);
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width="200" height="200" role="img" aria-label={label}>
      {/* Cameras want dark on light, whatever the theme. */}
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
