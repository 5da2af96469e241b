import type { Verification } from '@suyuan/contract';
import { shelfOf } from '../../../cache/shelf.ts';
import type { Db } from '../../../db/database.types.ts';
import { findCards } from './card.queries.ts';

/** What is fixed of a batch once it is issued, as the shopper is told it. */
export interface Card {
  goods: NonNullable<Verification['goods']>;
  pinDigits: number;
  throughDealers: boolean;
  /** GTIN of the unit, box, case and pallet; null where a level has none. */
  gtins: readonly (string | null)[];
}

/** Cards of batches, read in one question for many and remembered for seconds. */
export function cardBox(db: Db) {
  const cards = shelfOf<Card>(db, 'batch_cards');

  return async (batchIds: number[]): Promise<(batchId: number) => Card | undefined> => {
    const found = new Map<number, Card>();
    const missing: number[] = [];
    for (const batchId of new Set(batchIds)) {
      const card = cards.get(batchId);
      if (card) found.set(batchId, card);
      else missing.push(batchId);
    }
    if (missing.length > 0) {
      for (const { batchId, pinDigits, throughDealers, gtins, ...goods } of await findCards(db, missing)) {
        const card = { goods, pinDigits, throughDealers, gtins };
        cards.put(batchId, card);
        found.set(batchId, card);
      }
    }
    return (batchId) => found.get(batchId);
  };
}
