import { useEffect, useState } from 'react';
import type { Outline } from './shape.ts';

export function useCities(needed: boolean): readonly Outline[] | undefined {
  const [cities, keep] = useState<readonly Outline[]>();
  useEffect(() => {
    if (needed && !cities)
      void import('../../../../../reference-data/map/cities.json', { with: { type: 'json' } }).then((loaded) => keep(loaded.default));
  }, [needed, cities]);
  return cities;
}
