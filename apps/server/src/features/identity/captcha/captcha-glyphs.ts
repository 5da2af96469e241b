/**
 * Characters as pen strokes on a 4 × 6 grid, so no font is needed. A stroke is a list of points, two digits each. Of characters that look
 * alike (0 O, 1 I L, 5 S, 2 Z, 8 B, 6 G, U V) at most one is included.
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

/** Strokes as points, x from 0 to 4 and y from 0 to 6 downwards. */
export const strokesOf = (character: string): [x: number, y: number][][] =>
  (glyphs[character] ?? '').split(' ').map((stroke) => (stroke.match(/\d\d/g) ?? []).map((point) => [Number(point[0]), Number(point[1])]));
