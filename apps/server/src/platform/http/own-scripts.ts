import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** A script that stands in a page itself. */
const INSIDE = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/**
 * The policy of content for one of our built pages: `policy`, and beside it the digests of the scripts that stand in the page, as it
 * lies there now. What anybody else gets into a page has no digest here and does not run.
 */
export async function policyOf(file: string, policy: string): Promise<string> {
  const html = await readFile(file, 'utf8').catch(() => '');
  const digests = [...html.matchAll(INSIDE)].map(([, code = '']) => ` 'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  return policy.replace("script-src 'self'", (own) => own + digests.join(''));
}
