import type { ReactNode } from "react";

/*
 * Small drawings for rooms that have nothing yet: each shows what will be there. Lines are of the
 * text's colour, what matters is of the accent; both follow the theme.
 */

const line = (x: number, y: number, width: number, key?: string): ReactNode => (
  <path key={key} className="faint" d={`M${x} ${y}h${width}`} />
);
const envelope = (x: number, y: number): ReactNode => (
  <g transform={`translate(${x} ${y})`}>
    <rect width="36" height="26" rx="3" />
    <path d="m1 3 17 12L35 3" />
  </g>
);
const person = (x: number, y: number): ReactNode => (
  <g transform={`translate(${x} ${y})`}>
    <circle cx="6" cy="5" r="3.5" />
    <path d="M0 16c0-4 2.6-6 6-6s6 2 6 6" />
  </g>
);
const tick = (x: number, y: number): ReactNode => (
  <path className="main" d={`m${x} ${y} 3 3 6-7`} />
);
const arrow = (x: number, y: number, width: number): ReactNode => (
  <path className="main" d={`M${x} ${y}h${width}m-5-4 5 4-5 4`} />
);

const PICTURES = {
  /** A file becomes people. */
  leads: (
    <>
      <path d="M8 12h24l8 8v44H8z" />
      <path d="M32 12v8h8" />
      {[30, 38, 46, 54].map((y) => line(14, y, 20, `a${y}`))}
      {arrow(48, 38, 22)}
      {[14, 34, 54].map((y) => (
        <g key={y}>
          {person(82, y - 4)}
          {line(100, y + 4, 22)}
          {tick(128, y + 4)}
        </g>
      ))}
    </>
  ),
  /** An email, a pause, another one, a reply that ends it. */
  campaign: (
    <>
      {envelope(6, 27)}
      <path className="faint" strokeDasharray="3 4" d="M44 40h16" />
      {envelope(62, 27)}
      <path className="faint" strokeDasharray="3 4" d="M100 40h12" />
      <path className="main" d="M116 28h28v20h-16l-7 7v-7h-5z" />
      <path className="main" d="m124 38 4 4 8-8" />
    </>
  ),
  /** A list, and the one that somebody answers. */
  inbox: (
    <>
      {[12, 32, 52].map((y) => (
        <g key={y}>
          <circle className={y === 12 ? "main" : "faint"} cx="12" cy={y + 6} r="4" />
          {line(24, y + 3, 30)}
          {line(24, y + 10, 20)}
        </g>
      ))}
      <path d="M66 10h78v60H66z" />
      {line(74, 22, 44)}
      {line(74, 31, 34)}
      <path className="main" d="M88 42h48v18H98l-6 6v-6h-4z" />
    </>
  ),
  tasks: (
    <>
      {[10, 32, 54].map((y, index) => (
        <g key={y}>
          <rect x="8" y={y} width="14" height="14" rx="3" />
          {index < 2 && tick(10, y + 8)}
          {line(32, y + 7, index === 1 ? 48 : 66)}
        </g>
      ))}
    </>
  ),
  /** An account whose emails leave and whose replies come. */
  mailbox: (
    <>
      {envelope(58, 27)}
      {arrow(100, 34, 36)}
      <path className="main" d="M52 46H16m5-4-5 4 5 4" />
      <path className="faint" d="M50 64h52" />
      <path d="M50 64h20" />
    </>
  ),
  /** An email, and the folders that it may come to lie in. */
  placement: (
    <>
      {envelope(6, 27)}
      <path className="faint" d="M46 40c18 0 18-22 34-22M46 40c18 0 18 22 34 22" />
      <path className="main" d="M86 6h52v24H86z" />
      {tick(107, 18)}
      <path d="M86 50h52v24H86z" />
      <path d="m108 58 8 8m0-8-8 8" />
    </>
  ),
  reputation: (
    <>
      <path d="M40 8 64 16v20c0 18-10 28-24 36-14-8-24-18-24-36V16z" />
      <path className="main" d="m30 40 7 7 14-16" />
      {[18, 38, 58].map((y, index) => (
        <g key={y}>
          <rect className="faint" x="84" y={y - 5} width="58" height="10" rx="2" />
          <rect className="main" x="84" y={y - 5} width={[52, 40, 58][index]} height="10" rx="2" />
        </g>
      ))}
    </>
  ),
  notices: (
    <g transform="translate(-48)">
      <path d="M60 58c6-6 6-12 6-22 0-9 6-15 14-15s14 6 14 15c0 10 0 16 6 22z" />
      <path d="M75 64c1 4 9 4 10 0M80 21v-5" />
      <circle className="main" cx="98" cy="20" r="5" />
    </g>
  ),
  /** What happens here is sent to a program elsewhere. */
  webhook: (
    <>
      <rect x="10" y="22" width="42" height="36" rx="4" />
      {line(18, 34, 26)}
      {line(18, 44, 18)}
      {arrow(58, 40, 36)}
      <rect x="102" y="22" width="42" height="36" rx="4" />
      <path d="m116 34-6 6 6 6m14-12 6 6-6 6" />
    </>
  ),
  template: (
    <>
      <path className="faint" d="M60 8h50v56H60z" />
      <path d="M48 16h50v56H48z" />
      {[28, 38, 48].map((y) => line(56, y, 34, `t${y}`))}
      <path className="main" d="M56 60h20" />
    </>
  ),
  /** Bars that grow. */
  chart: (
    <>
      <path className="faint" d="M16 70h128" />
      {[18, 30, 24, 42, 52].map((height, index) => (
        <rect
          key={height}
          className={index === 4 ? "main" : ""}
          x={24 + index * 24}
          y={70 - height}
          width="14"
          height={height}
          rx="2"
        />
      ))}
    </>
  ),
  key: (
    <g transform="translate(-30)">
      <circle cx="52" cy="40" r="16" />
      <circle className="main" cx="52" cy="40" r="5" />
      <path d="M68 40h52v12m-14-12v8" />
    </g>
  ),
  people: (
    <>
      {[24, 68, 112].map((x, index) => (
        <g key={x} className={index === 1 ? "main" : ""}>
          <circle cx={x + 12} cy="28" r="8" />
          <path d={`M${x} 60c0-10 5-16 12-16s12 6 12 16`} />
        </g>
      ))}
    </>
  ),
} as const;

export type PictureName = keyof typeof PICTURES;

/** Says nothing that the words beside it do not say. */
export function Picture({ name }: { name: PictureName }) {
  return (
    <svg className="picture" viewBox="0 0 152 80" width="152" height="80" aria-hidden="true">
      {PICTURES[name]}
    </svg>
  );
}
