import { useEffect, useState } from 'react';
import type { Outline } from './region-outline.ts';

export function useCities(needed: boolean): readonly Outline[] | undefined {
  const [cities, setCities] = useState<readonly Outline[]>();
  useEffect(() => {
    if (needed && !cities)
      void import('../../../../../reference-data/map/cities.json', { with: { type: 'json' } }).then((loaded) => setCities(loaded.default));
  }, [needed, cities]);
  return cities;
}
