import { useTranslations } from '../../data/i18n.ts';
import { DashedLine } from './map-marks.tsx';
import { HEIGHT, inset } from './outlines.ts';

const INSET_WIDTH = 64;
const INSET_HEIGHT = 94;
const SCALE = 1.5;

/** Height of the country's map, including the inset below Taiwan. */
export const MAP_HEIGHT = HEIGHT + 26;

/** The islands of the South China Sea, at the lower right or at the transform `at`. */
export function Inset({ at }: { at?: string }) {
  const t = useTranslations();
  return (
    <g transform={at ?? `translate(${1000 - INSET_WIDTH * SCALE - 4} ${MAP_HEIGHT - INSET_HEIGHT * SCALE - 4}) scale(${SCALE})`}>
      <rect width={INSET_WIDTH} height={INSET_HEIGHT} fill="var(--surface)" stroke="var(--edge)" vectorEffect="non-scaling-stroke" />
      <path d={`${inset.coast}V0H0z`} fill="var(--track)" />
      <path d={inset.hainan} fill="var(--track)" />
      <DashedLine path={inset.dashes} />
      <path
        d={inset.islands}
        fill="none"
        stroke="var(--muted)"
        strokeWidth="1.75"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
      <text x={INSET_WIDTH - 3} y={INSET_HEIGHT - 4} fill="var(--muted)" fontSize="7.5" textAnchor="end">
        {t('kit.map.inset')}
      </text>
    </g>
  );
}
