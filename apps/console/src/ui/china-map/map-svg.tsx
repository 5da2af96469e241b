import { type KeyboardEvent, useRef, useState } from 'react';
import { currentLanguage, useTranslations } from '../../data/i18n.ts';
import type { MapPlace } from '../china-map.tsx';
import { type Tone, tones } from '../status-tones.tsx';
import { useElementWidth } from '../use-element-width.ts';
import { type BoundingBox, boundingBoxOf, neighbour } from './bounding-box.ts';
import { Inset, MAP_HEIGHT } from './inset.tsx';
import { tenthDash } from './outlines.ts';
import type { Outline } from './region-outline.ts';

export type MapPoint = MapPlace & { x: number; y: number };

export interface RegionMark {
  outline: Outline;
  name: string;
  /** 0 to 5. */
  step: number;
  text: string | undefined;
  selected: boolean;
  /** A click has an effect. */
  clickable: boolean;
}

interface MapSvgProps {
  /** The open province; absent: the country. */
  open: Outline | undefined;
  tone: Tone | undefined;
  regions: readonly RegionMark[];
  outlined: readonly string[];
  dots: readonly MapPoint[];
  route: readonly MapPoint[];
  onActivate: (code: string) => void;
  /** Whether regions are filled by value; otherwise outlined regions are tinted. */
  filled: boolean;
  /** A click picks a region instead of opening it. */
  selectable: boolean;
}

/** Minimum legible sizes in pixels. */
const MIN_SIZES = { name: 11, latinName: 9, number: 11, dot: 4.5, stop: 9 };
/** A dot grows with its count, up to three times its size. */
const dotScale = (count: number) => Math.min(3, 1 + Math.log10(count));

const COUNTRY: BoundingBox = { x: 0, y: 0, width: 1000, height: MAP_HEIGHT };

/** Provinces too small for a label on the country's map. */
const UNLABELLED = new Set(['110000', '120000', '310000', '500000', '640000', '810000', '820000']);

/** One tab stop: arrow keys move between regions, Enter or Space activates one. */
export function MapSvg({ open, tone, regions, outlined, dots, route, onActivate, filled, selectable }: MapSvgProps) {
  const t = useTranslations();
  const viewBox = open ? boundingBoxOf(open.path) : COUNTRY;
  const [width, ref] = useElementWidth();
  const unit = viewBox.width / COUNTRY.width;
  /** `size` in units of a map 1000 wide, but at least `minPixels` pixels on screen. */
  const atLeast = (size: number, minPixels: number) => Math.max(size * unit, width > 0 ? (minPixels * viewBox.width) / width : 0);
  const nameSize = atLeast(15, currentLanguage() === 'en-US' ? MIN_SIZES.latinName : MIN_SIZES.name);
  const marks = [
    ...dots.map((dot) => ({ ...dot, r: atLeast(5, MIN_SIZES.dot) * dotScale(dot.count ?? 1), kind: 'map-dot' })),
    ...route.map((stop) => ({ ...stop, r: atLeast(9, MIN_SIZES.stop), kind: 'map-stop' })),
  ];
  /** Moves a label away from a dot that would cover it. */
  const labelY = ({ x, y }: Outline, name: string) => {
    const halfWidth = (nameSize * name.length) / (currentLanguage() === 'en-US' ? 4 : 2);
    const overlapping = marks.find((mark) => Math.abs(mark.x - x) < mark.r + halfWidth && Math.abs(mark.y - y) < mark.r + nameSize / 2);
    return overlapping ? overlapping.y + (overlapping.r + nameSize * 0.7) * (overlapping.y > y ? -1 : 1) : y;
  };
  const viewBoxText = `${viewBox.x} ${viewBox.y} ${viewBox.width} ${viewBox.height}`;
  const [current, setCurrent] = useState<string>();
  const [tip, setTip] = useState<{ x: number; y: number; text: string }>();
  const paths = useRef(new Map<string, SVGPathElement>());
  const outlines = regions.map(({ outline }) => outline);
  const active = outlines.find(({ code }) => code === current);
  const first = active?.code ?? outlines[0]?.code;

  const showTooltip = (x: number, y: number, text: string) =>
    setTip({ x: ((x - viewBox.x) / viewBox.width) * 100, y: ((y - viewBox.y) / viewBox.height) * 100, text });
  const showRegionTooltip = ({ outline, name, text }: RegionMark) => showTooltip(outline.x, outline.y, text ? `${name} ${text}` : name);
  const onKeyDown = (event: KeyboardEvent, { outline: { code }, clickable }: RegionMark) => {
    const next = neighbour(event.key, active ?? outlines[0]!, outlines);
    if (next) paths.current.get(next.code)?.focus();
    else if ((event.key === 'Enter' || event.key === ' ') && clickable) onActivate(code);
    else return;
    event.preventDefault();
  };
  return (
    <div
      className="map-stage"
      ref={ref}
      style={{ aspectRatio: `${viewBox.width} / ${viewBox.height}`, ['--map-fill' as string]: tone && tones[tone] }}
    >
      <span className="unseen">{t('kit.map.keys')}</span>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the figure has a name, and a title would show as a tooltip over every region */}
      <svg viewBox={viewBoxText}>
        <g transform="scale(0.1)">
          {regions.map((mark) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: the role below depends on whether the region is pressable
            <path
              key={mark.outline.code}
              ref={(path) => {
                if (path) paths.current.set(mark.outline.code, path);
                else paths.current.delete(mark.outline.code);
              }}
              d={mark.outline.path}
              className={`map-region map-step-${mark.step}${mark.selected ? ' map-picked' : ''}${mark.clickable ? ' map-pressable' : ''}`}
              role={mark.clickable ? 'button' : 'img'}
              aria-label={mark.text ? `${mark.name} ${mark.text}` : mark.name}
              {...(selectable && { 'aria-pressed': mark.selected })}
              tabIndex={mark.outline.code === first ? 0 : -1}
              onClick={() => mark.clickable && onActivate(mark.outline.code)}
              onKeyDown={(event) => onKeyDown(event, mark)}
              onFocus={() => {
                setCurrent(mark.outline.code);
                showRegionTooltip(mark);
              }}
              onBlur={() => setTip(undefined)}
              onPointerEnter={() => showRegionTooltip(mark)}
              onPointerLeave={() => setTip(undefined)}
            />
          ))}
        </g>
      </svg>
      <svg viewBox={viewBoxText} className="map-over" aria-hidden="true">
        <g transform="scale(0.1)">
          {outlined.map((path) => (
            <path key={path} d={path} className={filled ? 'map-outlined' : 'map-outlined map-tinted'} />
          ))}
          {active && <path d={active.path} className="map-current" />}
        </g>
        {!open && <path d={tenthDash} className="map-dash" />}
        {!open && <Inset />}
        {regions.map(({ outline, name, step, selected }) =>
          !open && UNLABELLED.has(outline.code) ? null : (
            <text
              key={outline.code}
              x={outline.x}
              y={labelY(outline, name)}
              className={`map-name${step > 3 || selected ? ' map-name-light' : ''}`}
              style={{ fontSize: nameSize }}
            >
              {name}
            </text>
          ),
        )}
        {route.length > 1 && <polyline points={route.map(({ x, y }) => `${x},${y}`).join(' ')} className="map-route" />}
        {marks.map(({ x, y, text, tone: ownTone, r, kind }, at) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: places may be equal except for their order
            key={at}
            cx={x}
            cy={y}
            r={r}
            className={kind}
            style={{ fill: ownTone && tones[ownTone] }}
            onPointerEnter={() => showTooltip(x, y, text)}
            onPointerLeave={() => setTip(undefined)}
          />
        ))}
        {route.map(({ x, y }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: stops are identified by their index
          <text key={at} x={x} y={y} className="map-number" style={{ fontSize: atLeast(12, MIN_SIZES.number) }}>
            {at + 1}
          </text>
        ))}
      </svg>
      {tip && (
        <div className="map-tip" style={{ left: `${tip.x}%`, top: `${tip.y}%` }} aria-hidden="true">
          {tip.text}
        </div>
      )}
    </div>
  );
}
