import { Problem } from '../../../http/problem.ts';
import { rateLimit } from '../../../http/rate-limit.ts';

/** Limits how many codes that are not ours one address may ask for; says the refusal, or undefined where it may go on. */
export function unknownLimit(): (ip: string, perMinute: number) => Problem | undefined {
  let limits = { perMinute: 0, take: rateLimit(1) };
  return (ip, perMinute) => {
    if (limits.perMinute !== perMinute) limits = { perMinute, take: rateLimit(perMinute) };
    try {
      limits.take(ip);
      return undefined;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return new Problem('unknownLimited', error.params, { cause: error });
    }
  };
}
