import { frame } from '../china-map/outlines.ts';
import { project } from '../china-map/project.ts';
import { EARTH } from './great-circle.ts';

/** What the map looks at: a place of the drawing, from how near (levels of web maps, 8 as specified), and how far it is tilted. */
export interface Camera {
  x: number;
  y: number;
  zoom: number;
  tilted: boolean;
}

export interface Stage {
  width: number;
  height: number;
}

/** Wuhan, in the middle of central China. */
const WUHAN = project(114.3, 30.59);

/** As specified: level 8 over central China. */
export const START: Camera = { x: WUHAN[0], y: WUHAN[1], zoom: 8, tilted: true };

/** Levels from the whole country on a phone to a few cities. */
export const ZOOMS = { least: 3, most: 9.5 } as const;

const TILT = (42 * Math.PI) / 180;
/** Pixels from the eye to the ground. */
const EYE = 1400;

/** Pixels of a unit of the drawing: a level doubles it; at level 0 the equator is 256 pixels, and the scale is taken at 32° north. */
export const pixelsOf = (zoom: number) => (EARTH / frame.scale / (156_543.034 * Math.cos((32 * Math.PI) / 180))) * 2 ** zoom;

/** The level at which so many units are so many pixels. */
const zoomOf = (units: number, pixels: number) => clampZoom(Math.log2(pixels / units / pixelsOf(0)));

/** The level nearest to `zoom` that the map has. */
export const clampZoom = (zoom: number) => Math.min(ZOOMS.most, Math.max(ZOOMS.least, zoom));

const tiltOf = ({ tilted }: Camera) => (tilted ? TILT : 0);

/** Where a place that stands `high` units above the ground is seen, in pixels of the stage. */
export function seenAt(camera: Camera, stage: Stage, [x, y]: readonly [number, number], high = 0): [x: number, y: number] {
  const [sine, cosine] = [Math.sin(tiltOf(camera)), Math.cos(tiltOf(camera))];
  const unit = pixelsOf(camera.zoom);
  const [across, down, up] = [(x - camera.x) * unit, (y - camera.y) * unit, high * unit];
  const near = EYE / (EYE - Math.min(EYE * 0.9, down * sine + up * cosine));
  return [stage.width / 2 + across * near, stage.height / 2 + (down * cosine - up * sine) * near];
}

/** The place of the ground that is seen at a pixel of the stage. */
export function groundAt(camera: Camera, stage: Stage, [left, top]: readonly [number, number]): [x: number, y: number] {
  const [sine, cosine] = [Math.sin(tiltOf(camera)), Math.cos(tiltOf(camera))];
  const unit = pixelsOf(camera.zoom);
  const below = top - stage.height / 2;
  const down = (below * EYE) / (EYE * cosine + below * sine);
  const near = EYE / (EYE - down * sine);
  return [camera.x + (left - stage.width / 2) / near / unit, camera.y + down / unit];
}

/** How much ground must lie there to fill the stage, in pixels, and how CSS lays it down. */
export function groundOf(camera: Camera, stage: Stage) {
  const [left, top] = groundAt(camera, stage, [0, 0]);
  const unit = pixelsOf(camera.zoom);
  const width = 2 * (camera.x - left) * unit;
  const height = 2 * (camera.y - top) * unit;
  const angle = (tiltOf(camera) * 180) / Math.PI;
  return { width, height, unit, transform: `perspective(${EYE}px) rotateX(${angle}deg)` };
}

/** The camera from which all places are seen, no nearer than level 8. */
export function cameraOver(places: readonly (readonly [number, number])[], stage: Stage, tilted: boolean): Camera {
  if (places.length === 0 || stage.width === 0) return { ...START, tilted };
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const wide = zoomOf(Math.max(right - left, 1), stage.width * 0.62);
  const tall = zoomOf(Math.max(bottom - top, 1), stage.height * (tilted ? 0.62 : 0.55));
  // the eye looks down from the south: what is meant stands a little above the middle
  const zoom = Math.min(START.zoom, wide, tall);
  return { x: (left + right) / 2, y: (top + bottom) / 2 - (tilted ? (stage.height * 0.04) / pixelsOf(zoom) : 0), zoom, tilted };
}
