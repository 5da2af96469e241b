import { type DealerNode, dealerTree } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { endpointQueryOptions } from '../../../data/api.ts';

const dealerTreeQueryOptions = endpointQueryOptions(dealerTree, {});

/** The tree of visible dealers, and whether it is complete. */
export const useDealerTree = () => useQuery(dealerTreeQueryOptions);

export const useDealers = () => useQuery({ ...dealerTreeQueryOptions, select: ({ dealers }) => dealers });

/** Ancestors of a dealer, nearest first; a cycle or an invisible parent ends the list. */
export function ancestorsOf(nodes: readonly DealerNode[], id: number | null | undefined): DealerNode[] {
  const nodeById = new Map(nodes.map((node) => [node.channelBusinessId, node]));
  const ancestors: DealerNode[] = [];
  for (let at = id ? nodeById.get(id) : undefined; at && !ancestors.includes(at); at = at.parentId ? nodeById.get(at.parentId) : undefined)
    ancestors.push(at);
  return ancestors;
}

/** Regions that limit a dealer below `parentId`; undefined: no limit. */
export const regionLimit = (nodes: readonly DealerNode[], parentId: number | null | undefined): string[] | undefined =>
  ancestorsOf(nodes, parentId).find(({ regionCodes }) => regionCodes.length > 0)?.regionCodes;
