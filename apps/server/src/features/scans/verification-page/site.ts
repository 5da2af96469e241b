import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Site } from '@suyuan/verify';
import type { FastifyRequest } from 'fastify';
import { safeTranslate } from '../../../platform/http/last-resort.ts';
import { languageOf } from './visitor.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('@suyuan/verify/styles.css'), 'utf8');

/** The style sheet without comments and blanks: it travels within each page, so that one answer shows the verdict. */
const styles = source
  .replace(/\/\*.*?\*\//gs, '')
  .replace(/\s+/g, ' ')
  .replace(/ ?([{};,]) ?/g, '$1')
  .replaceAll(': ', ':')
  .trim();

/** Allows a page nothing but its own style sheet, by digest, its own script, pictures and forms. */
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

/** What a page of this request knows. */
export function siteOf(request: FastifyRequest): Site {
  const { installation } = request.ctx;
  const { language, requestedLanguage } = languageOf(request);
  const t = safeTranslate(request, language, installation.translate[language]);
  return { t, language, requestedLanguage, host: new URL(installation.publicBaseUrl).host, styles };
}
