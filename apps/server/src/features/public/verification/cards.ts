import type { Verification } from '@suyuan/contract';
import type { Db } from '../../../db/database.types.ts';
import { findCards } from './card.queries.ts';

/** What is fixed of a batch once it is issued, as the shopper is told it. */
export interface Card {
  goods: NonNullable<Verification['goods']>;
  pinDigits: number;
}

/** Milliseconds that a card is relied on: so long a changed name of goods goes unseen. */
const FRESH = 5000;
const REMEMBERED = 1000;

/** Cards of batches, read in one question for many and remembered for seconds. */
export function cardBox(db: Db) {
  const cards = new Map<number, { card: Card; readAt: number }>();
  const isFresh = (batchId: number) => performance.now() - (cards.get(batchId)?.readAt ?? Number.NEGATIVE_INFINITY) < FRESH;

  return async (batchIds: number[]): Promise<(batchId: number) => Card | undefined> => {
    const stale = [...new Set(batchIds)].filter((batchId) => !isFresh(batchId));
    if (cards.size > REMEMBERED) cards.clear();
    const found = new Map<number, Card>();
    for (const batchId of batchIds) {
      const known = cards.get(batchId);
      if (known) found.set(batchId, known.card);
    }
    if (stale.length > 0) {
      const readAt = performance.now();
      for (const { batchId, pinDigits, ...goods } of await findCards(db, stale)) {
        const card = { goods, pinDigits };
        cards.set(batchId, { card, readAt });
        found.set(batchId, card);
      }
    }
    return (batchId) => found.get(batchId);
  };
}
