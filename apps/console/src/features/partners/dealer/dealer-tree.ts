import { type DealerNode, type DealerTree, dealers } from '@suyuan/contract';
import { useQuery } from '@tanstack/react-query';
import { getOf } from '../../../data/api.ts';

const dealerTree = getOf<DealerTree>(dealers, '/tree');

/** The tree of the dealers that the user sees, and whether it holds them all. */
export const useDealerTree = () => useQuery(dealerTree);

/** The dealers of that tree. */
export const useDealers = () => useQuery({ ...dealerTree, select: ({ dealers }) => dealers });

/** What stands above a dealer, the nearest first; a circle or an unseen parent ends it. */
export function upward(nodes: readonly DealerNode[], id: number | null | undefined): DealerNode[] {
  const known = new Map(nodes.map((node) => [node.channelBusinessId, node]));
  const above: DealerNode[] = [];
  for (let at = id ? known.get(id) : undefined; at && !above.includes(at); at = at.parentId ? known.get(at.parentId) : undefined)
    above.push(at);
  return above;
}

/** The regions within which a dealer below `parentId` sells; undefined: no limit. */
export const limitBelow = (nodes: readonly DealerNode[], parentId: number | null | undefined): string[] | undefined =>
  upward(nodes, parentId).find(({ regionCodes }) => regionCodes.length > 0)?.regionCodes;
