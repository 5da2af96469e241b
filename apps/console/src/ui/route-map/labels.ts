import { provinces } from '../china-map/outlines.ts';
import type { Outline } from '../china-map/shape.ts';
import { type Camera, type StageSize, toScreen } from './camera.ts';

export interface Label {
  code: string;
  text: string;
  x: number;
  y: number;
}

const CITY_LABELS_ZOOM = 6.2;

/** Provinces without cities, which are labelled at all levels. */
const PROVINCE_CITIES = new Set(['110000', '120000', '310000', '500000', '710000', '810000', '820000']);

/** Labels of visible regions without overlaps; `taken` are positions of the route's own labels. */
export function visibleLabels(
  camera: Camera,
  stage: StageSize,
  cities: readonly Outline[],
  english: boolean,
  occupied: readonly (readonly [number, number])[],
) {
  const showsCities = camera.zoom >= CITY_LABELS_ZOOM && cities.length > 0;
  const candidates = showsCities ? [...provinces.filter(({ code }) => PROVINCE_CITIES.has(code)), ...cities] : provinces;
  const labels: Label[] = [];
  const isFree = (x: number, y: number, wide: number) =>
    [...labels.map(({ x: left, y: top }) => [left, top] as const), ...occupied].every(
      ([left, top]) => Math.abs(left - x) > wide || Math.abs(top - y) > 20,
    );
  for (const { code, zh, en, x: labelX, y: labelY } of candidates) {
    const [x, y] = toScreen(camera, stage, [labelX, labelY]);
    const text = english ? en : zh;
    if (x < 8 || y < 8 || x > stage.width - 8 || y > stage.height - 8) continue;
    if (isFree(x, y, english ? 72 : 48)) labels.push({ code, text, x, y });
  }
  return labels;
}
