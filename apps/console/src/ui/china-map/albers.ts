/** Albers equal-area conic projection with the parallels of official Chinese maps, 25° and 47° N, centred on 105° E and 36° N. */
const RAD = Math.PI / 180;
const lowParallel = 25 * RAD;
const highParallel = 47 * RAD;
const n = (Math.sin(lowParallel) + Math.sin(highParallel)) / 2;
const c = Math.cos(lowParallel) ** 2 + 2 * n * Math.sin(lowParallel);
const rho = (latitude: number) => Math.sqrt(c - 2 * n * Math.sin(latitude * RAD)) / n;

/** Projects degrees to the plane; unit is the Earth's radius, y points north. */
export function projectAlbers(lng: number, lat: number): [x: number, y: number] {
  const theta = n * (lng - 105) * RAD;
  return [rho(lat) * Math.sin(theta), rho(36) - rho(lat) * Math.cos(theta)];
}

/** Inverse projection, in degrees. */
export function unprojectAlbers(x: number, y: number): [lng: number, lat: number] {
  const north = rho(36) - y;
  const sine = (c - n * n * (x * x + north * north)) / (2 * n);
  return [105 + Math.atan2(x, north) / n / RAD, Math.asin(sine) / RAD];
}
