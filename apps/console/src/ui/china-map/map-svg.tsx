import { type KeyboardEvent, useRef, useState } from 'react';
import { currentLanguage, useTranslations } from '../../data/i18n.ts';
import type { MapPlace } from '../china-map.tsx';
import { type Tone, tones } from '../status-tones.tsx';
import { useElementWidth } from '../use-element-width.ts';
import { Inset, MAP_HEIGHT } from './inset.tsx';
import { DashedLine, MapDot, MapText, MapTip, StopNumber, stepFill } from './map-marks.tsx';
import { tenthDash } from './outlines.ts';
import type { Outline } from './region-outline.ts';

interface BoundingBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Equals the country's, so that the layout does not shift. */
const ASPECT_RATIO = 1.28;

/** With a margin, in the aspect ratio of the country's map. */
function boundingBoxOf(path: string): BoundingBox {
  let [x, y] = [0, 0];
  const bounds = { left: Number.POSITIVE_INFINITY, top: Number.POSITIVE_INFINITY, right: 0, bottom: 0 };
  for (const [, command, dx, dy] of path.matchAll(/([Ml])(-?\d+),?(-?\d+)/g)) {
    // a new ring starts at an absolute position
    [x, y] = command === 'M' ? [Number(dx), Number(dy)] : [x + Number(dx), y + Number(dy)];
    bounds.left = Math.min(bounds.left, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.right = Math.max(bounds.right, x);
    bounds.bottom = Math.max(bounds.bottom, y);
  }
  const contentWidth = (bounds.right - bounds.left) / 10;
  const contentHeight = (bounds.bottom - bounds.top) / 10;
  const width = Math.max(contentWidth, contentHeight * ASPECT_RATIO) * 1.12;
  const height = width / ASPECT_RATIO;
  return { x: (bounds.left + bounds.right) / 20 - width / 2, y: (bounds.top + bounds.bottom) / 20 - height / 2, width, height };
}

const directions: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Nearest region in the direction of an arrow key. Sideways distance counts twice. */
function neighbour(key: string, from: Outline, regions: readonly Outline[]): Outline | undefined {
  const direction = directions[key];
  if (!direction) return undefined;
  let nearest: Outline | undefined;
  let nearestDistance = Number.POSITIVE_INFINITY;
  for (const region of regions) {
    const [dx, dy] = [region.x - from.x, region.y - from.y];
    const forward = dx * direction[0] + dy * direction[1];
    const sideways = Math.abs(dx * direction[1]) + Math.abs(dy * direction[0]);
    const distance = forward + 2 * sideways;
    if (forward > 0 && distance < nearestDistance) [nearest, nearestDistance] = [region, distance];
  }
  return nearest;
}

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

interface RegionPathsProps extends Pick<MapSvgProps, 'tone' | 'regions' | 'onActivate' | 'selectable'> {
  /** The region that has or last had the focus. */
  active: Outline | undefined;
  onFocus: (code: string) => void;
  /** The region under the pointer or with the focus; absent: none. */
  onPoint: (region: RegionMark | undefined) => void;
}

/** One tab stop: arrow keys move between regions, Enter or Space activates one. */
function RegionPaths({ tone, regions, onActivate, selectable, active, onFocus, onPoint }: RegionPathsProps) {
  const paths = useRef(new Map<string, SVGPathElement>());
  const outlines = regions.map(({ outline }) => outline);
  const first = active ?? outlines[0];
  const onKeyDown = (event: KeyboardEvent, { outline: { code }, clickable }: RegionMark) => {
    const next = first && neighbour(event.key, first, outlines);
    if (next) paths.current.get(next.code)?.focus();
    else if ((event.key === 'Enter' || event.key === ' ') && clickable) onActivate(code);
    else return;
    event.preventDefault();
  };
  return (
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
          className={`transition-opacity outline-none! hover:opacity-82 ${mark.clickable ? 'cursor-pointer' : ''}`}
          fill={mark.selected ? 'var(--primary)' : stepFill(mark.step, tone && tones[tone])}
          stroke="var(--surface)"
          vectorEffect="non-scaling-stroke"
          role={mark.clickable ? 'button' : 'img'}
          aria-label={mark.text ? `${mark.name} ${mark.text}` : mark.name}
          {...(selectable && { 'aria-pressed': mark.selected })}
          tabIndex={mark.outline.code === first?.code ? 0 : -1}
          onClick={() => mark.clickable && onActivate(mark.outline.code)}
          onKeyDown={(event) => onKeyDown(event, mark)}
          onFocus={() => {
            onFocus(mark.outline.code);
            onPoint(mark);
          }}
          onBlur={() => onPoint(undefined)}
          onPointerEnter={() => onPoint(mark)}
          onPointerLeave={() => onPoint(undefined)}
        />
      ))}
    </g>
  );
}

/** Borders of the outlined regions and of the one with the focus. */
function RegionBorders({ outlined, filled, active }: Pick<RegionPathsProps, 'active'> & Pick<MapSvgProps, 'outlined' | 'filled'>) {
  return (
    <g transform="scale(0.1)" fill="none" strokeLinejoin="round">
      {outlined.map((path) => (
        <path
          key={path}
          d={path}
          {...(!filled && { fill: 'color-mix(in srgb, var(--tone-genuine) 18%, transparent)' })}
          stroke="var(--ink)"
          strokeWidth="1.75"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {active && (
        <path
          d={active.path}
          className="hidden group-has-[path:focus-visible]/map:inline"
          stroke="var(--focus)"
          strokeWidth="2.5"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </g>
  );
}

export function MapSvg({ open, tone, regions, outlined, dots, route, onActivate, filled, selectable }: MapSvgProps) {
  const t = useTranslations();
  const viewBox = open ? boundingBoxOf(open.path) : COUNTRY;
  const [width, ref] = useElementWidth();
  const [current, setCurrent] = useState<string>();
  const [tip, setTip] = useState<{ x: number; y: number; text: string }>();
  const active = regions.find(({ outline }) => outline.code === current)?.outline;
  const unit = viewBox.width / COUNTRY.width;
  /** `size` in units of a map 1000 wide, but at least `minPixels` pixels on screen. */
  const atLeast = (size: number, minPixels: number) => Math.max(size * unit, width > 0 ? (minPixels * viewBox.width) / width : 0);
  const nameSize = atLeast(15, currentLanguage() === 'en-US' ? MIN_SIZES.latinName : MIN_SIZES.name);
  const marks = [
    ...dots.map((dot) => ({ ...dot, r: atLeast(5, MIN_SIZES.dot) * dotScale(dot.count ?? 1), fill: tones[dot.tone ?? 'attention'] })),
    ...route.map((stop) => ({ ...stop, r: atLeast(9, MIN_SIZES.stop), fill: stop.tone ? tones[stop.tone] : 'var(--primary-ink)' })),
  ];
  /** Moves a label away from a dot that would cover it. */
  const labelY = ({ x, y }: Outline, name: string) => {
    const halfWidth = (nameSize * name.length) / (currentLanguage() === 'en-US' ? 4 : 2);
    const overlapping = marks.find((mark) => Math.abs(mark.x - x) < mark.r + halfWidth && Math.abs(mark.y - y) < mark.r + nameSize / 2);
    return overlapping ? overlapping.y + (overlapping.r + nameSize * 0.7) * (overlapping.y > y ? -1 : 1) : y;
  };
  const viewBoxText = `${viewBox.x} ${viewBox.y} ${viewBox.width} ${viewBox.height}`;
  const showTip = (x: number, y: number, text: string) =>
    setTip({ x: ((x - viewBox.x) / viewBox.width) * 100, y: ((y - viewBox.y) / viewBox.height) * 100, text });
  const showRegionTip = (region: RegionMark | undefined) => {
    if (!region) return setTip(undefined);
    const { outline, name, text } = region;
    showTip(outline.x, outline.y, text ? `${name} ${text}` : name);
  };
  return (
    <div className="group/map relative mx-auto max-h-160" ref={ref} style={{ aspectRatio: `${viewBox.width} / ${viewBox.height}` }}>
      <span className="sr-only">{t('kit.map.keys')}</span>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the figure has a name, and a title would show as a tooltip over every region */}
      <svg viewBox={viewBoxText} className="block size-full overflow-visible">
        <RegionPaths {...{ tone, regions, onActivate, selectable, active }} onFocus={setCurrent} onPoint={showRegionTip} />
      </svg>
      <svg viewBox={viewBoxText} className="pointer-events-none absolute inset-0 block size-full overflow-visible" aria-hidden="true">
        <RegionBorders outlined={outlined} filled={filled} active={active} />
        {!open && <DashedLine path={tenthDash} />}
        {!open && <Inset />}
        {regions.map(({ outline, name, step, selected }) =>
          !open && UNLABELLED.has(outline.code) ? null : (
            <MapText
              key={outline.code}
              x={outline.x}
              y={labelY(outline, name)}
              className="[@container_(max-width:440px)]:hidden"
              fontSize={nameSize}
              {...((step > 3 || selected) && { fill: 'var(--surface)', stroke: 'none' })}
            >
              {name}
            </MapText>
          ),
        )}
        {route.length > 1 && (
          <polyline
            points={route.map(({ x, y }) => `${x},${y}`).join(' ')}
            fill="none"
            stroke="var(--primary-ink)"
            strokeWidth="2"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        )}
        {marks.map(({ x, y, text, r, fill }, at) => (
          <MapDot
            // biome-ignore lint/suspicious/noArrayIndexKey: places may be equal except for their order
            key={at}
            cx={x}
            cy={y}
            r={r}
            fill={fill}
            onPointerEnter={() => showTip(x, y, text)}
            onPointerLeave={() => setTip(undefined)}
          />
        ))}
        {route.map(({ x, y }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: stops are identified by their index
          <StopNumber key={at} x={x} y={y} fontSize={atLeast(12, MIN_SIZES.number)}>
            {at + 1}
          </StopNumber>
        ))}
      </svg>
      {tip && (
        <MapTip left={`${tip.x}%`} top={`${tip.y}%`}>
          {tip.text}
        </MapTip>
      )}
    </div>
  );
}
