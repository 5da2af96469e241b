import { useEffect, useState } from 'react';
import type { Outline } from './region-outline.ts';

export function useCities(needed: boolean): readonly Outline[] | undefined {
  const [cities, setCities] = useState<readonly Outline[]>();
  useEffect(() => {
    if (needed && !cities) void import('./cities.ts').then((loaded) => setCities(loaded.cities));
  }, [needed, cities]);
  return cities;
}
