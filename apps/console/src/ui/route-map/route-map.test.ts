import { describe, expect, it } from 'vitest';
import { project, unproject } from '../china-map/project.ts';
import { type Camera, DEFAULT_CAMERA, distanceOf, fitCamera, greatCirclePoints, pixelsPerUnit, toMap, toScreen, ZOOMS } from './camera.ts';

const stage = { width: 960, height: 480 };
const beijing = [116.4, 39.9] as const;
const urumqi = [87.6, 43.8] as const;

describe('route map', () => {
  it('starts at level 8 over Wuhan, tilted', () => {
    expect(DEFAULT_CAMERA).toMatchObject({ zoom: 8, tilted: true });
    const [lng, lat] = unproject(DEFAULT_CAMERA.x, DEFAULT_CAMERA.y);
    expect([lng.toFixed(2), lat.toFixed(2)]).toEqual(['114.30', '30.59']);
    // at level 8 a pixel is 519 m at 32° north
    expect(pixelsPerUnit(9) / pixelsPerUnit(8)).toBeCloseTo(2);
  });

  it('converts coordinates to map positions and back', () => {
    for (const [lng, lat] of [beijing, urumqi, [121.5, 31.2], [110.3, 20], [134.7, 48.3], [73.6, 39.4]] as const) {
      const [back, up] = unproject(...project(lng, lat));
      expect(back).toBeCloseTo(lng, 6);
      expect(up).toBeCloseTo(lat, 6);
    }
  });

  it('measures along the great circle, north of the parallel', () => {
    expect(distanceOf(beijing, urumqi) / 1000).toBeCloseTo(2413, -1);
    expect(distanceOf([0, 0], [180, 0]) / 1000).toBeCloseTo(20015, 0);
    expect(distanceOf(beijing, beijing)).toBe(0);
    const way = greatCirclePoints([80, 40], [130, 40]);
    expect(way[0]?.[1]).toBeCloseTo(40);
    expect(way[24]?.[1]).toBeGreaterThan(42);
    expect(greatCirclePoints(beijing, beijing)).toHaveLength(2);
    const whole = way.slice(1).reduce((sum, place, at) => sum + distanceOf(way[at] as typeof place, place), 0);
    expect(whole).toBeCloseTo(distanceOf([80, 40], [130, 40]), 3);
  });

  it('finds the coordinates under a pixel, tilted and flat', () => {
    for (const tilted of [true, false])
      for (const zoom of [4, 8]) {
        const camera: Camera = { x: 600, y: 400, zoom, tilted };
        for (const pixel of [
          [480, 240],
          [0, 0],
          [960, 480],
          [13, 477],
        ] as const) {
          const [x, y] = toScreen(camera, stage, toMap(camera, stage, pixel));
          expect(x).toBeCloseTo(pixel[0], 6);
          expect(y).toBeCloseTo(pixel[1], 6);
        }
      }
  });

  it('shows every stop of a route, at level 8 or wider', () => {
    for (const width of [320, 960]) {
      const small = { width, height: 480 };
      const places = [beijing, urumqi, [110.3, 20] as const].map(([lng, lat]) => project(lng, lat));
      const camera = fitCamera(places, small, true);
      expect(camera.zoom).toBeGreaterThanOrEqual(ZOOMS.least);
      for (const place of places) {
        const [x, y] = toScreen(camera, small, place);
        expect(x > 8 && x < width - 8 && y > 8 && y < 472, `${x} ${y}`).toBe(true);
      }
    }
    expect(fitCamera([project(...beijing)], stage, true).zoom).toBe(8);
  });
});
