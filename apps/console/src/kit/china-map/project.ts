import { frame } from './outlines.ts';

/** Albers' conic projection about 105° east with the parallels 25° and 47° north, as scripts/outline-china.ts draws the outlines. */
const RAD = Math.PI / 180;
const low = 25 * RAD;
const high = 47 * RAD;
const n = (Math.sin(low) + Math.sin(high)) / 2;
const c = Math.cos(low) ** 2 + 2 * n * Math.sin(low);
const rho = (latitude: number) => Math.sqrt(c - 2 * n * Math.sin(latitude * RAD)) / n;

/** Where a position of degrees (WGS 84 or GCJ-02, the difference is not seen) stands on the map. */
export function project(lng: number, lat: number): [x: number, y: number] {
  const turn = n * (lng - 105) * RAD;
  const x = rho(lat) * Math.sin(turn);
  const y = rho(36) - rho(lat) * Math.cos(turn);
  return [(x - frame.left) * frame.scale + frame.margin, (frame.top - y) * frame.scale + frame.margin];
}

/** The position, in degrees, of a place on the map. */
export function unproject(x: number, y: number): [lng: number, lat: number] {
  const east = (x - frame.margin) / frame.scale + frame.left;
  const north = rho(36) - (frame.top - (y - frame.margin) / frame.scale);
  const sine = (c - n * n * (east * east + north * north)) / (2 * n);
  return [105 + Math.atan2(east, north) / n / RAD, Math.asin(sine) / RAD];
}
