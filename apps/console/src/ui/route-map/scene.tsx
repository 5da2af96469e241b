import { Button } from 'antd';
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { Inset } from '../china-map/inset.tsx';
import { DashedLine, MapDot, MapText, MapTip, StopNumber } from '../china-map/map-marks.tsx';
import { provinces, tenthDash } from '../china-map/outlines.ts';
import type { Outline } from '../china-map/region-outline.ts';
import { useElementWidth } from '../use-element-width.ts';
import { type Camera, clampZoom, fitCamera, groundPlane, pixelsPerUnit, toMap, toScreen } from './camera.ts';
import { type Leg, type PlacedStop, visibleLabels } from './legs.ts';

/** Land with borders of provinces and, once loaded, cities. Memoised: only the camera moves. */
const Land = memo(function Land({ cities }: { cities: readonly Outline[] }) {
  return (
    <>
      <g transform="scale(0.1)" fill="none" strokeLinejoin="round">
        {provinces.map(({ code, path }) => (
          <path key={code} d={path} fill="var(--surface)" />
        ))}
        {cities.map(({ code, path }) => (
          <path key={code} d={path} stroke="var(--line)" vectorEffect="non-scaling-stroke" />
        ))}
        {provinces.map(({ code, path }) => (
          <path key={code} d={path} stroke="var(--faint)" strokeWidth="1.25" vectorEffect="non-scaling-stroke" />
        ))}
      </g>
      <DashedLine path={tenthDash} />
    </>
  );
});

function MapButton({ label, children, pressed, onClick }: { label: string; children: string; pressed?: boolean; onClick: () => void }) {
  return (
    <Button
      className={`w-9! p-0! ${pressed ? 'border-primary-line! bg-primary-ground! text-primary-ink!' : ''}`}
      aria-label={label}
      title={label}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

interface SceneProps {
  title: string;
  places: readonly PlacedStop[];
  legs: readonly Leg[];
  cities: readonly Outline[];
  english: boolean;
  height: number;
}

const stageShape = 'relative overflow-hidden rounded border border-line bg-[color-mix(in_srgb,#1890ff_9%,var(--page))]';
const ARC = { fill: 'none', stroke: 'var(--primary-ink)', strokeWidth: 3, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
const SHADOW = { fill: 'none', stroke: 'var(--ink)', strokeOpacity: 0.18, strokeWidth: 3, vectorEffect: 'non-scaling-stroke' } as const;

/** Maximum height of an arc, as a share of its length. */
const ARC_HEIGHT = 0.16;
/** Pixels from a stop down to its name. */
const STOP_NAME_OFFSET = 26;
/** Below this level the whole country is visible, so the inset of the South China Sea is displayed. */
const COUNTRY_MAX_ZOOM = 6;
const ARROWS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface Stage {
  width: number;
  height: number;
}

/** The view of the user until the places change; before that the whole route. */
function useCamera(places: readonly PlacedStop[], legs: readonly Leg[], stage: Stage) {
  const [tilted, setTilted] = useState(true);
  const [customView, setCustomView] = useState<{ of: readonly PlacedStop[]; x: number; y: number; zoom: number }>();
  const routePoints = legs.length > 0 ? legs.flatMap(({ path }) => path) : places.map(({ point }) => point);
  const camera: Camera = customView?.of === places ? { ...customView, tilted } : fitCamera(routePoints, stage, tilted);
  const setView = (to: Partial<Camera>) => setCustomView({ x: camera.x, y: camera.y, zoom: camera.zoom, ...to, of: places });
  return {
    camera,
    setView,
    zoomBy: (by: number) => setView({ zoom: clampZoom(camera.zoom + by) }),
    showWholeRoute: () => setCustomView(undefined),
    toggleTilt: () => setTilted(!tilted),
  };
}

/** Handlers of the stage: drag or arrow keys pan, `+`, `-` and the wheel zoom. */
function useStageControls({ camera, setView, zoomBy, showWholeRoute }: ReturnType<typeof useCamera>, stage: Stage) {
  const dragStart = useRef<readonly [x: number, y: number]>(undefined);
  const stageRef = useRef<HTMLElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    const step = 60 / pixelsPerUnit(camera.zoom);
    if (arrow) setView({ x: camera.x + arrow[0] * step, y: camera.y + arrow[1] * step });
    else if (event.key === '+' || event.key === '=') zoomBy(0.5);
    else if (event.key === '-') zoomBy(-0.5);
    else if (event.key === '0') showWholeRoute();
    else return;
    event.preventDefault();
  };
  const pointAt = (event: PointerEvent): [number, number] => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragStart.current = toMap(camera, stage, pointAt(event));
  };
  const onPointerMove = (event: PointerEvent) => {
    if (!dragStart.current) return;
    const [x, y] = toMap(camera, stage, pointAt(event));
    setView({ x: camera.x + dragStart.current[0] - x, y: camera.y + dragStart.current[1] - y });
  };
  const endDrag = () => (dragStart.current = undefined);

  // the wheel scrolls the page, but zooms if the map has the focus or Ctrl is pressed
  const onWheel = useRef((_: WheelEvent) => {});
  useEffect(() => {
    onWheel.current = (event) => {
      if (!event.ctrlKey && !stageRef.current?.contains(document.activeElement)) return;
      event.preventDefault();
      zoomBy(event.deltaY < 0 ? 0.25 : -0.25);
    };
  });
  useEffect(() => {
    const element = stageRef.current;
    const handleWheel = (event: WheelEvent) => onWheel.current(event);
    element?.addEventListener('wheel', handleWheel, { passive: false });
    return () => element?.removeEventListener('wheel', handleWheel);
  }, []);
  return { ref: stageRef, onKeyDown, onPointerDown, onPointerMove, onPointerUp: endDrag, onPointerCancel: endDrag };
}

interface LayerProps {
  camera: Camera;
  stage: Stage;
  legs: readonly Leg[];
  cities: readonly Outline[];
}

/** The tilted plane with land and the shadows of the legs. */
function GroundLayer({ camera, stage, legs, cities }: LayerProps) {
  const ground = groundPlane(camera, stage);
  const [viewWidth, viewHeight] = [ground.width / ground.unit, ground.height / ground.unit];
  return (
    <div
      // fades with distance
      className={`absolute ${camera.tilted ? 'mask-[linear-gradient(transparent_4%,#000_26%)]' : ''}`}
      style={{
        width: ground.width,
        height: ground.height,
        left: (stage.width - ground.width) / 2,
        top: (stage.height - ground.height) / 2,
        transform: ground.transform,
      }}
      aria-hidden="true"
    >
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the figure has a name */}
      <svg
        viewBox={`${camera.x - viewWidth / 2} ${camera.y - viewHeight / 2} ${viewWidth} ${viewHeight}`}
        width={ground.width}
        height={ground.height}
        className="block overflow-visible"
      >
        <Land cities={cities} />
        {legs.map(({ path }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a route may repeat a leg
          <polyline key={at} points={path.map((place) => place.join()).join(' ')} {...SHADOW} />
        ))}
      </svg>
    </div>
  );
}

/** Points of a leg on the screen, as an arc above a tilted plane. */
function arcPoints(camera: Camera, stage: Stage, { from, to, path }: Leg) {
  const distance = Math.hypot(to.point[0] - from.point[0], to.point[1] - from.point[1]);
  return path
    .map((at, step) => {
      const fraction = step / (path.length - 1);
      return toScreen(camera, stage, at, camera.tilted ? distance * ARC_HEIGHT * 4 * fraction * (1 - fraction) : 0)
        .map((pixel) => pixel.toFixed(1))
        .join();
    })
    .join(' ');
}

/** Arcs, stops and names, drawn upright, and the tip of the stop below the pointer. */
function RouteLayer({ camera, stage, legs, cities, places, english }: LayerProps & Pick<SceneProps, 'places' | 'english'>) {
  const [hoveredStop, setHoveredStop] = useState<number>();
  const screenPoints = places.map(({ point }) => toScreen(camera, stage, point));
  const labels = visibleLabels(
    camera,
    stage,
    cities,
    english,
    screenPoints.flatMap(([x, y]): [number, number][] => [
      [x, y],
      [x, y + STOP_NAME_OFFSET],
    ]),
  );
  const hoveredPoint = hoveredStop === undefined ? undefined : screenPoints[hoveredStop];
  return (
    <>
      <svg
        className="pointer-events-none absolute inset-0 block overflow-visible"
        width={stage.width}
        height={stage.height}
        aria-hidden="true"
      >
        {labels.map(({ code, text, x, y }) => (
          <MapText key={code} x={x} y={y} fill="var(--muted)" fontSize="12">
            {text}
          </MapText>
        ))}
        {legs.map((leg, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a route may repeat a leg
          <polyline key={at} points={arcPoints(camera, stage, leg)} {...ARC} />
        ))}
        {screenPoints.map(([x, y], at) => (
          <g
            // biome-ignore lint/suspicious/noArrayIndexKey: stops are identified by their index
            key={at}
            transform={`translate(${x} ${y})`}
            onPointerEnter={() => setHoveredStop(at)}
            onPointerLeave={() => setHoveredStop(undefined)}
          >
            <MapDot r="11" fill="var(--primary-ink)" />
            <StopNumber fontSize="12">{at + 1}</StopNumber>
          </g>
        ))}
        {screenPoints.map(([x, y], at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: stops are identified by their index
          <MapText key={at} x={x} y={y + STOP_NAME_OFFSET} fontSize="14" fontWeight="600" stroke="var(--surface)" strokeWidth="4">
            {places[at]?.name}
          </MapText>
        ))}
      </svg>
      {hoveredStop !== undefined && hoveredPoint && (
        <MapTip left={hoveredPoint[0]} top={hoveredPoint[1]}>
          {places[hoveredStop]?.stop.text}
        </MapTip>
      )}
    </>
  );
}

export function Scene({ title, places, legs, cities, english, height }: SceneProps) {
  const t = useTranslations();
  const [width, widthRef] = useElementWidth();
  const stage = { width, height };
  const view = useCamera(places, legs, stage);
  const { camera, zoomBy } = view;
  const layer = { camera, stage, legs, cities };
  return (
    <div className="relative" ref={widthRef}>
      <section
        className={`${stageShape} touch-pan-y cursor-grab select-none active:cursor-grabbing`}
        style={{ height }}
        aria-label={`${title} ${t('kit.route.keys')}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys pan the map
        tabIndex={0}
        {...useStageControls(view, stage)}
      >
        {width > 0 && (
          <>
            <GroundLayer {...layer} />
            <RouteLayer {...layer} places={places} english={english} />
            {camera.zoom < COUNTRY_MAX_ZOOM && (
              <svg className="absolute right-2 bottom-2 w-20" viewBox="0 0 64 94" aria-hidden="true">
                <Inset at="translate(0 0)" />
              </svg>
            )}
          </>
        )}
      </section>
      <div className="absolute top-3 right-3 grid gap-1">
        <MapButton label={t('kit.route.nearer')} onClick={() => zoomBy(0.5)}>
          +
        </MapButton>
        <MapButton label={t('kit.route.farther')} onClick={() => zoomBy(-0.5)}>
          −
        </MapButton>
        <MapButton label={t('kit.route.tilt')} pressed={camera.tilted} onClick={view.toggleTilt}>
          3D
        </MapButton>
        <MapButton label={t('kit.route.whole')} onClick={view.showWholeRoute}>
          ⤢
        </MapButton>
      </div>
    </div>
  );
}
