import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;

/** Adds the digests of a built page's inline scripts, so that injected scripts do not run. Reads the file on each call. */
export async function allowInlineScripts(file: string, policy: string): Promise<string> {
  const html = await readFile(file, 'utf8').catch(() => '');
  const digests = [...html.matchAll(INLINE_SCRIPT)].map(([, code = '']) => ` 'sha256-${createHash('sha256').update(code).digest('base64')}'`);
  return policy.replace("script-src 'self'", (own) => own + digests.join(''));
}
