import { type KeyboardEvent, useRef, useState } from 'react';
import { currentLanguage, useWords } from '../../data/words.ts';
import type { MapPlace } from '../china-map.tsx';
import { type Tone, tones } from '../tones.ts';
import { useWidth } from '../use-width.ts';
import { type Box, boxOf, neighbour } from './box.ts';
import { Inset, MAP_HEIGHT } from './inset.tsx';
import { tenthDash } from './outlines.ts';
import type { Outline } from './shape.ts';

export type Spot = MapPlace & { x: number; y: number };

export interface RegionMark {
  outline: Outline;
  name: string;
  /** 0 to 5. */
  step: number;
  text: string | undefined;
  picked: boolean;
  /** A click has an effect. */
  pressable: boolean;
}

interface PictureProps {
  /** The open province; absent: the country. */
  open: Outline | undefined;
  tone: Tone | undefined;
  regions: readonly RegionMark[];
  outlined: readonly string[];
  dots: readonly Spot[];
  route: readonly Spot[];
  onAct: (code: string) => void;
  /** Whether regions are filled by value; otherwise outlined regions are tinted. */
  filled: boolean;
  /** A click picks a region instead of opening it. */
  pickable: boolean;
}

/** Minimum legible sizes in pixels. */
const LEAST = { name: 11, latinName: 9, number: 11, dot: 4.5, stop: 9 };
/** A dot grows with its count, up to three times its size. */
const growth = (count: number) => Math.min(3, 1 + Math.log10(count));

const COUNTRY: Box = { x: 0, y: 0, width: 1000, height: MAP_HEIGHT };

/** Provinces too small for a label on the country's map. */
const UNNAMED = new Set(['110000', '120000', '310000', '500000', '640000', '810000', '820000']);

/** One tab stop: arrow keys move between regions, Enter or Space activates one. */
export function MapPicture({ open, tone, regions, outlined, dots, route, onAct, filled, pickable }: PictureProps) {
  const t = useWords();
  const box = open ? boxOf(open.path) : COUNTRY;
  const [width, ref] = useWidth();
  const unit = box.width / COUNTRY.width;
  /** `size` in units of a map 1000 wide, but at least `least` pixels on screen. */
  const atLeast = (size: number, least: number) => Math.max(size * unit, width > 0 ? (least * box.width) / width : 0);
  const nameSize = atLeast(15, currentLanguage() === 'en-US' ? LEAST.latinName : LEAST.name);
  const marks = [
    ...dots.map((dot) => ({ ...dot, r: atLeast(5, LEAST.dot) * growth(dot.count ?? 1), kind: 'map-dot' })),
    ...route.map((stop) => ({ ...stop, r: atLeast(9, LEAST.stop), kind: 'map-stop' })),
  ];
  /** Moves a label away from a dot that would cover it. */
  const heightOf = ({ x, y }: Outline, name: string) => {
    const reach = (nameSize * name.length) / (currentLanguage() === 'en-US' ? 4 : 2);
    const over = marks.find((mark) => Math.abs(mark.x - x) < mark.r + reach && Math.abs(mark.y - y) < mark.r + nameSize / 2);
    return over ? over.y + (over.r + nameSize * 0.7) * (over.y > y ? -1 : 1) : y;
  };
  const view = `${box.x} ${box.y} ${box.width} ${box.height}`;
  const [current, setCurrent] = useState<string>();
  const [tip, setTip] = useState<{ x: number; y: number; text: string }>();
  const paths = useRef(new Map<string, SVGPathElement>());
  const outlines = regions.map(({ outline }) => outline);
  const active = outlines.find(({ code }) => code === current);
  const first = active?.code ?? outlines[0]?.code;

  const tell = (x: number, y: number, text: string) =>
    setTip({ x: ((x - box.x) / box.width) * 100, y: ((y - box.y) / box.height) * 100, text });
  const announceRegion = ({ outline, name, text }: RegionMark) => tell(outline.x, outline.y, text ? `${name} ${text}` : name);
  const press = (event: KeyboardEvent, { outline: { code }, pressable }: RegionMark) => {
    const next = neighbour(event.key, active ?? outlines[0]!, outlines);
    if (next) paths.current.get(next.code)?.focus();
    else if ((event.key === 'Enter' || event.key === ' ') && pressable) onAct(code);
    else return;
    event.preventDefault();
  };
  return (
    <div
      className="map-stage"
      ref={ref}
      style={{ aspectRatio: `${box.width} / ${box.height}`, ['--map-fill' as string]: tone && tones[tone] }}
    >
      <span className="unseen">{t('kit.map.keys')}</span>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the figure has a name, and a title would show as a tooltip over every region */}
      <svg viewBox={view}>
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
              className={`map-region map-step-${mark.step}${mark.picked ? ' map-picked' : ''}${mark.pressable ? ' map-pressable' : ''}`}
              role={mark.pressable ? 'button' : 'img'}
              aria-label={mark.text ? `${mark.name} ${mark.text}` : mark.name}
              {...(pickable && { 'aria-pressed': mark.picked })}
              tabIndex={mark.outline.code === first ? 0 : -1}
              onClick={() => mark.pressable && onAct(mark.outline.code)}
              onKeyDown={(event) => press(event, mark)}
              onFocus={() => {
                setCurrent(mark.outline.code);
                announceRegion(mark);
              }}
              onBlur={() => setTip(undefined)}
              onPointerEnter={() => announceRegion(mark)}
              onPointerLeave={() => setTip(undefined)}
            />
          ))}
        </g>
      </svg>
      <svg viewBox={view} className="map-over" aria-hidden="true">
        <g transform="scale(0.1)">
          {outlined.map((path) => (
            <path key={path} d={path} className={filled ? 'map-outlined' : 'map-outlined map-tinted'} />
          ))}
          {active && <path d={active.path} className="map-current" />}
        </g>
        {!open && <path d={tenthDash} className="map-dash" />}
        {!open && <Inset />}
        {regions.map(({ outline, name, step, picked }) =>
          !open && UNNAMED.has(outline.code) ? null : (
            <text
              key={outline.code}
              x={outline.x}
              y={heightOf(outline, name)}
              className={`map-name${step > 3 || picked ? ' map-name-light' : ''}`}
              style={{ fontSize: nameSize }}
            >
              {name}
            </text>
          ),
        )}
        {route.length > 1 && <polyline points={route.map(({ x, y }) => `${x},${y}`).join(' ')} className="map-route" />}
        {marks.map(({ x, y, text, tone: own, r, kind }, at) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: places may be equal except for their order
            key={at}
            cx={x}
            cy={y}
            r={r}
            className={kind}
            style={{ fill: own && tones[own] }}
            onPointerEnter={() => tell(x, y, text)}
            onPointerLeave={() => setTip(undefined)}
          />
        ))}
        {route.map(({ x, y }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: stops are identified by their index
          <text key={at} x={x} y={y} className="map-number" style={{ fontSize: atLeast(12, LEAST.number) }}>
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
