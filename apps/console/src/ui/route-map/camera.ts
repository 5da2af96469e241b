import { frame } from '../china-map/outlines.ts';
import { project } from '../china-map/project.ts';

/** Mean radius of the Earth in metres (IUGG 1980). */
const EARTH = 6_371_008.8;

type Position = readonly [lng: number, lat: number];

const RAD = Math.PI / 180;

/** Great-circle distance in metres between two positions in degrees (haversine). */
export function distanceOf([lng1, lat1]: Position, [lng2, lat2]: Position): number {
  const across = Math.sin(((lat2 - lat1) * RAD) / 2) ** 2;
  const along = Math.cos(lat1 * RAD) * Math.cos(lat2 * RAD) * Math.sin(((lng2 - lng1) * RAD) / 2) ** 2;
  return 2 * EARTH * Math.asin(Math.min(1, Math.sqrt(across + along)));
}

const SEGMENTS = 48;

/** Both ends included; for distances below half the circumference. */
export function greatCirclePoints(from: Position, to: Position): Position[] {
  const angle = distanceOf(from, to) / EARTH;
  if (angle < 1e-9) return [from, to];
  const [one, other] = [vectorOf(from), vectorOf(to)];
  return Array.from({ length: SEGMENTS + 1 }, (_, at) => {
    const fraction = at / SEGMENTS;
    const [a, b] = [Math.sin((1 - fraction) * angle) / Math.sin(angle), Math.sin(fraction * angle) / Math.sin(angle)];
    const [x, y, z] = [a * one[0] + b * other[0], a * one[1] + b * other[1], a * one[2] + b * other[2]];
    return [Math.atan2(y, x) / RAD, Math.atan2(z, Math.hypot(x, y)) / RAD] as const;
  });
}

const vectorOf = ([lng, lat]: Position) =>
  [Math.cos(lat * RAD) * Math.cos(lng * RAD), Math.cos(lat * RAD) * Math.sin(lng * RAD), Math.sin(lat * RAD)] as const;

/** View of the map: centre in map units, zoom level as in web maps, and tilt. */
export interface Camera {
  x: number;
  y: number;
  zoom: number;
  tilted: boolean;
}

export interface StageSize {
  width: number;
  height: number;
}

const WUHAN = project(114.3, 30.59);

/** Level 8 over central China. */
export const DEFAULT_CAMERA: Camera = { x: WUHAN[0], y: WUHAN[1], zoom: 8, tilted: true };

/** From the whole country on a phone to a few cities. */
export const ZOOMS = { least: 3, most: 9.5 } as const;

const TILT = (42 * Math.PI) / 180;
/** Distance of the camera to the ground, in pixels. */
const CAMERA_DISTANCE = 1400;

/** Pixels per map unit; each level doubles it. At level 0 the equator is 256 pixels wide; the scale is that of 32° N. */
export const pixelsPerUnit = (zoom: number) => (EARTH / frame.scale / (156_543.034 * Math.cos((32 * Math.PI) / 180))) * 2 ** zoom;

/** Level at which a length in map units has a length in pixels. */
const zoomFor = (units: number, pixels: number) => clampZoom(Math.log2(pixels / units / pixelsPerUnit(0)));

export const clampZoom = (zoom: number) => Math.min(ZOOMS.most, Math.max(ZOOMS.least, zoom));

const tiltAngle = ({ tilted }: Camera) => (tilted ? TILT : 0);

/** Screen position of a point `altitude` units above the ground, in pixels of the stage. */
export function toScreen(camera: Camera, stage: StageSize, [x, y]: readonly [number, number], altitude = 0): [x: number, y: number] {
  const [sine, cosine] = [Math.sin(tiltAngle(camera)), Math.cos(tiltAngle(camera))];
  const unit = pixelsPerUnit(camera.zoom);
  const [across, down, up] = [(x - camera.x) * unit, (y - camera.y) * unit, altitude * unit];
  const perspective = CAMERA_DISTANCE / (CAMERA_DISTANCE - Math.min(CAMERA_DISTANCE * 0.9, down * sine + up * cosine));
  return [stage.width / 2 + across * perspective, stage.height / 2 + (down * cosine - up * sine) * perspective];
}

export function toMap(camera: Camera, stage: StageSize, [left, top]: readonly [number, number]): [x: number, y: number] {
  const [sine, cosine] = [Math.sin(tiltAngle(camera)), Math.cos(tiltAngle(camera))];
  const unit = pixelsPerUnit(camera.zoom);
  const below = top - stage.height / 2;
  const down = (below * CAMERA_DISTANCE) / (CAMERA_DISTANCE * cosine + below * sine);
  const perspective = CAMERA_DISTANCE / (CAMERA_DISTANCE - down * sine);
  return [camera.x + (left - stage.width / 2) / perspective / unit, camera.y + down / unit];
}

/** In pixels, with the CSS transform. */
export function groundPlane(camera: Camera, stage: StageSize) {
  const [left, top] = toMap(camera, stage, [0, 0]);
  const unit = pixelsPerUnit(camera.zoom);
  const width = 2 * (camera.x - left) * unit;
  const height = 2 * (camera.y - top) * unit;
  const angle = (tiltAngle(camera) * 180) / Math.PI;
  return { width, height, unit, transform: `perspective(${CAMERA_DISTANCE}px) rotateX(${angle}deg)` };
}

/** Camera that shows all places, at most at level 8. */
export function fitCamera(places: readonly (readonly [number, number])[], stage: StageSize, tilted: boolean): Camera {
  if (places.length === 0 || stage.width === 0) return { ...DEFAULT_CAMERA, tilted };
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const wide = zoomFor(Math.max(right - left, 1), stage.width * 0.62);
  const tall = zoomFor(Math.max(bottom - top, 1), stage.height * (tilted ? 0.62 : 0.55));
  // the tilted view is from the south: moves the route slightly above the middle
  const zoom = Math.min(DEFAULT_CAMERA.zoom, wide, tall);
  return { x: (left + right) / 2, y: (top + bottom) / 2 - (tilted ? (stage.height * 0.04) / pixelsPerUnit(zoom) : 0), zoom, tilted };
}
