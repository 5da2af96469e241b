/** Albers' conic projection with the parallels of China's own maps, 25° and 47° north, about 105° east and 36° north: areas keep their proportion. */
const RAD = Math.PI / 180;
const low = 25 * RAD;
const high = 47 * RAD;
const n = (Math.sin(low) + Math.sin(high)) / 2;
const c = Math.cos(low) ** 2 + 2 * n * Math.sin(low);
const rho = (latitude: number) => Math.sqrt(c - 2 * n * Math.sin(latitude * RAD)) / n;

/** Where a position of degrees stands on the plane, in radii of the Earth, north above. */
export function flat(lng: number, lat: number): [x: number, y: number] {
  const turn = n * (lng - 105) * RAD;
  return [rho(lat) * Math.sin(turn), rho(36) - rho(lat) * Math.cos(turn)];
}

/** The position, in degrees, of a place on the plane. */
export function round(x: number, y: number): [lng: number, lat: number] {
  const north = rho(36) - y;
  const sine = (c - n * n * (x * x + north * north)) / (2 * n);
  return [105 + Math.atan2(x, north) / n / RAD, Math.asin(sine) / RAD];
}
