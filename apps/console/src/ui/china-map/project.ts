import { projectAlbers, unprojectAlbers } from './albers.ts';
import { frame } from './outlines.ts';

/** WGS 84 or GCJ-02; the difference is invisible at this scale. */
export function project(lng: number, lat: number): [x: number, y: number] {
  const [x, y] = projectAlbers(lng, lat);
  return [(x - frame.left) * frame.scale + frame.margin, (frame.top - y) * frame.scale + frame.margin];
}

/** Inverse of `project`, in degrees. */
export const unproject = (x: number, y: number): [lng: number, lat: number] =>
  unprojectAlbers((x - frame.margin) / frame.scale + frame.left, frame.top - (y - frame.margin) / frame.scale);
