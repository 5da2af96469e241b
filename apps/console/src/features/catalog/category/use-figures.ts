import { type CategoryFigures, type CategoryKind, categories, type NodeFigures } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getOf } from '../../../data/api.ts';
import { shareText } from '../../../ui/share-text.ts';

const none: NodeFigures = { records: 0, activeBatches: 0, codes: 0, scans: 0, suspects: 0 };

export type Figures = Pick<CategoryFigures, 'own' | 'branch'>;

/** Figures of each category of a tree; undefined while loading. */
export function useFigures(kind: CategoryKind) {
  const { data, refetch } = useQuery(getOf<CategoryFigures[]>(categories[kind], '/figures'));
  const known = new Map(data?.map((row) => [row.catalogueId, row]));
  const of = (catalogueId: number): Figures | undefined => data && (known.get(catalogueId) ?? { own: none, branch: none });
  return { of, refetch };
}

/** Share of suspect scans, e.g. `2.4%`; undefined without scans. */
export const suspectRate = ({ scans, suspects }: NodeFigures): string | undefined => (scans ? shareText(suspects, scans) : undefined);
