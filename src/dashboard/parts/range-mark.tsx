const [WIDE, HIGH] = [96, 10];

/** A share with its range on a line from 0 to `top`. The words beside it say the same. */
export function RangeMark({
  low,
  high,
  at,
  top,
}: {
  low: number;
  high: number;
  at: number;
  top: number;
}) {
  const x = (share: number): number => 2 + (share / (top || 1)) * (WIDE - 4);
  return (
    <svg
      className="mt-1 ml-auto block text-accent"
      width={WIDE}
      height={HIGH}
      viewBox={`0 0 ${WIDE} ${HIGH}`}
      aria-hidden="true"
    >
      <line className="text-line" x2={WIDE} y1={5} y2={5} stroke="currentColor" />
      <line x1={x(low)} x2={x(high)} y1={5} y2={5} stroke="currentColor" strokeWidth={3} />
      <circle cx={x(at)} cy={5} r={4} fill="currentColor" />
    </svg>
  );
}
