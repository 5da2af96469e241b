import type { Db } from '../../../platform/db/database.types.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { passOnce } from '../../../platform/http/rate-limit.ts';

/** Limits how many codes that are not ours one address may ask for; says the refusal, or undefined where it may go on. */
export const unknownLimit =
  (db: Db) =>
  async (ip: string, perMinute: number): Promise<Problem | undefined> => {
    try {
      await passOnce(db, 'unknown', perMinute, ip);
      return undefined;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return new Problem('unknownLimited', error.params, { cause: error });
    }
  };
