import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useWords } from '../../data/words.ts';
import { Inset } from '../china-map/inset.tsx';
import type { Outline } from '../china-map/shape.ts';
import { useWidth } from '../use-width.ts';
import { type Camera, cameraOver, clampZoom, groundAt, groundOf, pixelsOf, seenAt } from './camera.ts';
import { labelsOf } from './labels.ts';
import { Land } from './land.tsx';
import type { Leg, Placed } from './legs.ts';
import { MapButton } from './map-button.tsx';

interface SceneProps {
  title: string;
  places: readonly Placed[];
  legs: readonly Leg[];
  cities: readonly Outline[];
  english: boolean;
  height: number;
}

/** Maximum height of an arc, as a share of its length. */
const RISE = 0.16;
/** Below this level the whole country is visible, so the inset of the South China Sea is displayed. */
const COUNTRY_BELOW = 6;
const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Drag or arrow keys pan, buttons, `+` and `-` zoom. */
export function Scene({ title, places, legs, cities, english, height }: SceneProps) {
  const t = useWords();
  const [width, measure] = useWidth();
  const [tilted, tilt] = useState(true);
  const [moved, move] = useState<{ of: readonly Placed[]; x: number; y: number; zoom: number }>();
  const [told, tell] = useState<number>();
  const held = useRef<readonly [x: number, y: number]>(undefined);
  const stageRef = useRef<HTMLElement>(null);
  const stage = { width, height };

  const over = legs.length > 0 ? legs.flatMap(({ way }) => way) : places.map(({ at }) => at);
  const camera: Camera = moved?.of === places ? { ...moved, tilted } : cameraOver(over, stage, tilted);
  const go = (to: Partial<Camera>) => move({ x: camera.x, y: camera.y, zoom: camera.zoom, ...to, of: places });
  const nearer = (by: number) => go({ zoom: clampZoom(camera.zoom + by) });

  const press = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    const step = 60 / pixelsOf(camera.zoom);
    if (arrow) go({ x: camera.x + arrow[0] * step, y: camera.y + arrow[1] * step });
    else if (event.key === '+' || event.key === '=') nearer(0.5);
    else if (event.key === '-') nearer(-0.5);
    else if (event.key === '0') move(undefined);
    else return;
    event.preventDefault();
  };
  const pointAt = (event: PointerEvent): [number, number] => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const grab = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = groundAt(camera, stage, pointAt(event));
  };
  const pull = (event: PointerEvent) => {
    if (!held.current) return;
    const [x, y] = groundAt(camera, stage, pointAt(event));
    go({ x: camera.x + held.current[0] - x, y: camera.y + held.current[1] - y });
  };
  const letGo = () => (held.current = undefined);

  // the wheel scrolls the page, but zooms if the map has the focus or Ctrl is pressed
  const wheel = useRef((_: WheelEvent) => {});
  useEffect(() => {
    wheel.current = (event) => {
      if (!event.ctrlKey && !stageRef.current?.contains(document.activeElement)) return;
      event.preventDefault();
      nearer(event.deltaY < 0 ? 0.25 : -0.25);
    };
  });
  useEffect(() => {
    const element = stageRef.current;
    const turn = (event: WheelEvent) => wheel.current(event);
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, []);

  const ground = groundOf(camera, stage);
  const spots = places.map(({ at }) => seenAt(camera, stage, at));
  const labels = labelsOf(camera, stage, cities, english, spots);
  const line = (leg: Leg) => {
    const far = Math.hypot(leg.to.at[0] - leg.from.at[0], leg.to.at[1] - leg.from.at[1]);
    return leg.way
      .map((at, step) => {
        const share = step / (leg.way.length - 1);
        return seenAt(camera, stage, at, tilted ? far * RISE * 4 * share * (1 - share) : 0)
          .map((pixel) => pixel.toFixed(1))
          .join();
      })
      .join(' ');
  };
  const view = `${camera.x - ground.width / 2 / ground.unit} ${camera.y - ground.height / 2 / ground.unit} ${ground.width / ground.unit} ${ground.height / ground.unit}`;
  return (
    <div className="route-frame" ref={measure}>
      <section
        ref={stageRef}
        className={`route-stage${tilted ? ' route-tilted' : ''}`}
        style={{ height }}
        aria-label={`${title} ${t('kit.route.keys')}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys pan the map
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={grab}
        onPointerMove={pull}
        onPointerUp={letGo}
        onPointerCancel={letGo}
      >
        {width > 0 && (
          <>
            <div
              className="route-ground"
              style={{
                width: ground.width,
                height: ground.height,
                left: (width - ground.width) / 2,
                top: (height - ground.height) / 2,
                transform: ground.transform,
              }}
              aria-hidden="true"
            >
              {/* biome-ignore lint/a11y/noSvgWithoutTitle: the figure has a name */}
              <svg viewBox={view} width={ground.width} height={ground.height}>
                <Land cities={cities} />
                {legs.map(({ way }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a route may repeat a leg
                  <polyline key={at} points={way.map((place) => place.join()).join(' ')} className="route-shadow" />
                ))}
              </svg>
            </div>
            <svg className="route-over" width={width} height={height} aria-hidden="true">
              {labels.map(({ code, text, x, y }) => (
                <text key={code} x={x} y={y} className="map-name route-name">
                  {text}
                </text>
              ))}
              {legs.map((leg, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a route may repeat a leg
                <polyline key={at} points={line(leg)} className="route-line" />
              ))}
              {spots.map(([x, y], at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: stops are identified by their index
                <g key={at} transform={`translate(${x} ${y})`} onPointerEnter={() => tell(at)} onPointerLeave={() => tell(undefined)}>
                  <circle r="11" className="map-stop" />
                  <text className="map-number route-number">{at + 1}</text>
                </g>
              ))}
              {spots.map(([x, y], at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: stops are identified by their index
                <text key={at} x={x} y={y + 26} className="map-name route-stop-name">
                  {places[at]?.name}
                </text>
              ))}
            </svg>
            {camera.zoom < COUNTRY_BELOW && (
              <svg className="route-inset" viewBox="0 0 64 94" aria-hidden="true">
                <Inset at="translate(0 0)" />
              </svg>
            )}
            {told !== undefined && spots[told] && (
              <div className="map-tip" style={{ left: spots[told][0], top: spots[told][1] }} aria-hidden="true">
                {places[told]?.stop.text}
              </div>
            )}
          </>
        )}
      </section>
      <div className="route-buttons">
        <MapButton label={t('kit.route.nearer')} onClick={() => nearer(0.5)}>
          +
        </MapButton>
        <MapButton label={t('kit.route.farther')} onClick={() => nearer(-0.5)}>
          −
        </MapButton>
        <MapButton label={t('kit.route.tilt')} on={tilted} onClick={() => tilt(!tilted)}>
          3D
        </MapButton>
        <MapButton label={t('kit.route.whole')} onClick={() => move(undefined)}>
          ⤢
        </MapButton>
      </div>
    </div>
  );
}
