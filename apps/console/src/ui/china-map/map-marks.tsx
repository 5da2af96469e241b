import type { ComponentProps, ReactNode } from 'react';

/** Centred text with a halo, which separates it from borders. Without pointer events, so that the region below receives them. */
export const MapText = (props: ComponentProps<'text'>) => (
  <text
    fill="var(--ink)"
    stroke="color-mix(in srgb, var(--surface) 70%, transparent)"
    strokeWidth="2"
    strokeLinejoin="round"
    paintOrder="stroke"
    textAnchor="middle"
    dominantBaseline="middle"
    pointerEvents="none"
    {...props}
  />
);

/** Number of a stop, on its circle. */
export const StopNumber = (props: ComponentProps<'text'>) => (
  <MapText fill="var(--surface)" stroke="none" fontWeight="600" dominantBaseline="central" {...props} />
);

/** Place with a tooltip. */
export const MapDot = (props: ComponentProps<'circle'>) => (
  <circle className="pointer-events-auto" stroke="var(--surface)" strokeWidth="1.5" vectorEffect="non-scaling-stroke" {...props} />
);

/** Dashed line around the South China Sea. */
export const DashedLine = ({ path }: { path: string }) => (
  <path d={path} fill="none" stroke="var(--muted)" strokeWidth="1.5" vectorEffect="non-scaling-stroke" pointerEvents="none" />
);

const tipShape = 'pointer-events-none absolute z-1 -translate-x-1/2 translate-y-[calc(-100%-10px)] rounded bg-popup px-2 py-1 shadow-popup';

/** Tooltip above a place. */
export const MapTip = ({ left, top, children }: { left: number | string; top: number | string; children: ReactNode }) => (
  <div className={`${tipShape} whitespace-nowrap text-ink`} style={{ left, top }} aria-hidden="true">
    {children}
  </div>
);

const STEP_SHARES = [0, 18, 34, 52, 72, 92];

/** Fill of a region by the step of its value, from 0 to 5. */
export const stepFill = (step: number, colour = 'var(--primary-ink)') =>
  step === 0 ? 'var(--track)' : `color-mix(in srgb, ${colour} ${STEP_SHARES[step]}%, var(--map-base))`;
