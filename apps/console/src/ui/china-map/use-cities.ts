import { useEffect, useState } from 'react';
import type { Outline } from './shape.ts';

export function useCities(needed: boolean): readonly Outline[] | undefined {
  const [cities, keep] = useState<readonly Outline[]>();
  useEffect(() => {
    if (needed && !cities) void import('./cities.ts').then((loaded) => keep(loaded.cities));
  }, [needed, cities]);
  return cities;
}
