import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Site } from '@suyuan/verify';
import type { FastifyRequest } from 'fastify';
import { safeTranslate } from '../../../platform/http/last-resort.ts';
import { languageOf } from './visitor.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('@suyuan/verify/styles.css'), 'utf8');

/** Minified style sheet, embedded in each page so that one response renders the verdict. */
const styles = source
  .replace(/\/\*.*?\*\//gs, '')
  .replace(/\s+/g, ' ')
  .replace(/ ?([{};,]) ?/g, '$1')
  .replaceAll(': ', ':')
  .trim();

/** Allows only the page's style sheet (by digest), its own script, pictures and forms. */
export const verificationSitePolicy = {
  defaultSrc: ["'none'"],
  styleSrc: [`'sha256-${createHash('sha256').update(styles).digest('base64')}'`],
  imgSrc: ["'self'"],
  scriptSrc: ["'self'"],
  connectSrc: ["'self'"],
  formAction: ["'self'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
};

export function siteOf(request: FastifyRequest): Site {
  const { installation } = request.ctx;
  const { language, requestedLanguage } = languageOf(request);
  const t = safeTranslate(request, language, installation.translate[language]);
  return { t, language, requestedLanguage, host: new URL(installation.publicBaseUrl).host, styles };
}
