import type { Db } from '../../../platform/db/database.types.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { consumeRateLimit } from '../../../platform/http/rate-limit.ts';

/** Limits unknown codes per address. Resolves to the refusal, or undefined below the limit. */
export const unknownLimit =
  (db: Db) =>
  async (ip: string, perMinute: number): Promise<Problem | undefined> => {
    try {
      await consumeRateLimit(db, 'unknown', perMinute, ip);
      return undefined;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return new Problem('unknownLimited', error.params, { cause: error });
    }
  };
