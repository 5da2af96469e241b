import { type CategoryFigures, type CategoryKind, categories, type NodeFigures } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getQueryOptions } from '../../../data/api.ts';
import { formatShare } from '../../../ui/share-text.ts';

const NO_FIGURES: NodeFigures = { records: 0, activeBatches: 0, codes: 0, scans: 0, suspects: 0 };

export type Figures = Pick<CategoryFigures, 'own' | 'branch'>;

/** Figures of each category of a tree; undefined while loading. */
export function useCategoryFigures(kind: CategoryKind) {
  const { data, refetch } = useQuery(getQueryOptions<CategoryFigures[]>(categories[kind], '/figures'));
  const figuresById = new Map(data?.map((row) => [row.catalogueId, row]));
  const of = (catalogueId: number): Figures | undefined =>
    data && (figuresById.get(catalogueId) ?? { own: NO_FIGURES, branch: NO_FIGURES });
  return { of, refetch };
}

/** Share of suspect scans, e.g. `2.4%`; undefined without scans. */
export const suspectRate = ({ scans, suspects }: NodeFigures): string | undefined => (scans ? formatShare(suspects, scans) : undefined);
