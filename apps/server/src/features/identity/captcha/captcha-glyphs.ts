/**
 * Signs drawn as pen strokes on a field of 4 by 6, so that no font is needed: each stroke is a line of points, two digits a point.
 * What looks like another sign (0 O, 1 I L, 5 S, 2 Z, 8 B, 6 G, U V) is left out or stands alone.
 */
export const glyphs: Record<string, string> = {
  '3': '01103041423323 334445361605',
  '4': '300444 3036',
  '7': '004016',
  '8': '133342413010010213 1304051636454433',
  '9': '423313020110304142453616',
  A: '0620 2046 0444',
  C: '4130100105163645',
  D: '0006 0020424426 0626',
  E: '4000 0006 0646 0333',
  F: '4000 0006 0333',
  H: '0006 4046 0343',
  J: '4045361605',
  K: '0006 4003 1346',
  M: '06002340 4046',
  N: '060046 4640',
  P: '0006 003041423303',
  R: '0006 003041423303 2346',
  T: '0040 2026',
  U: '000516364540',
  W: '0016233640',
  X: '0046 4006',
  Y: '0023 4023 2326',
};

/** The strokes of a sign as points from 0 to 4 across and 0 to 6 down. */
export const strokesOf = (sign: string): [x: number, y: number][][] =>
  (glyphs[sign] ?? '').split(' ').map((stroke) => (stroke.match(/\d\d/g) ?? []).map((point) => [Number(point[0]), Number(point[1])]));
