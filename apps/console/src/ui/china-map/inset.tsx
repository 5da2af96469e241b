import { useTranslations } from '../../data/i18n.ts';
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
    <g
      transform={at ?? `translate(${1000 - INSET_WIDTH * SCALE - 4} ${MAP_HEIGHT - INSET_HEIGHT * SCALE - 4}) scale(${SCALE})`}
      className="map-inset"
    >
      <rect width={INSET_WIDTH} height={INSET_HEIGHT} />
      <path d={`${inset.coast}V0H0z`} className="map-inset-land" />
      <path d={inset.hainan} className="map-inset-land" />
      <path d={inset.dashes} className="map-dash" />
      <path d={inset.islands} className="map-islands" />
      <text x={INSET_WIDTH - 3} y={INSET_HEIGHT - 4}>
        {t('kit.map.inset')}
      </text>
    </g>
  );
}
