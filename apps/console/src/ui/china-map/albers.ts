/** Albers equal-area conic projection with the parallels of official Chinese maps, 25° and 47° N, centred on 105° E and 36° N. */
const RAD = Math.PI / 180;
const low = 25 * RAD;
const high = 47 * RAD;
const n = (Math.sin(low) + Math.sin(high)) / 2;
const c = Math.cos(low) ** 2 + 2 * n * Math.sin(low);
const rho = (latitude: number) => Math.sqrt(c - 2 * n * Math.sin(latitude * RAD)) / n;

/** Projects degrees to the plane; unit is the Earth's radius, y points north. */
export function flat(lng: number, lat: number): [x: number, y: number] {
  const turn = n * (lng - 105) * RAD;
  return [rho(lat) * Math.sin(turn), rho(36) - rho(lat) * Math.cos(turn)];
}

/** Inverse projection, in degrees. */
export function round(x: number, y: number): [lng: number, lat: number] {
  const north = rho(36) - y;
  const sine = (c - n * n * (x * x + north * north)) / (2 * n);
  return [105 + Math.atan2(x, north) / n / RAD, Math.asin(sine) / RAD];
}
