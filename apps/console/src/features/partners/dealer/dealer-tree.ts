import { type DealerNode, type DealerTree, dealers } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getOf } from '../../../data/api.ts';

const dealerTree = getOf<DealerTree>(dealers, '/tree');

/** The tree of visible dealers, and whether it is complete. */
export const useDealerTree = () => useQuery(dealerTree);

export const useDealers = () => useQuery({ ...dealerTree, select: ({ dealers }) => dealers });

/** Ancestors of a dealer, nearest first; a cycle or an invisible parent ends the list. */
export function upward(nodes: readonly DealerNode[], id: number | null | undefined): DealerNode[] {
  const known = new Map(nodes.map((node) => [node.channelBusinessId, node]));
  const above: DealerNode[] = [];
  for (let at = id ? known.get(id) : undefined; at && !above.includes(at); at = at.parentId ? known.get(at.parentId) : undefined)
    above.push(at);
  return above;
}

/** Regions that limit a dealer below `parentId`; undefined: no limit. */
export const limitBelow = (nodes: readonly DealerNode[], parentId: number | null | undefined): string[] | undefined =>
  upward(nodes, parentId).find(({ regionCodes }) => regionCodes.length > 0)?.regionCodes;
