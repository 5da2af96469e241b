import { LONGEST_CODE_TEXT, Position } from '@suyuan/contract';
import { renderNotice, renderReport, renderReported } from '@suyuan/verify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { answersPlain } from '../../../platform/http/answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { problemMessage } from '../../../platform/http/envelope.ts';
import { pageRoute } from '../../../platform/http/page-route.ts';
import { Problem } from '../../../platform/http/problem.ts';
import { rateLimit } from '../../../platform/http/rate-limit.ts';
import { siteOf } from '../verification-page/site.ts';
import { visitorDevice } from '../verification-page/visitor.ts';
import * as reportService from './consumer-report.service.ts';
import { REPORT_PICTURE } from './picture.ts';

/** Reports per address and minute. */
const REPORTS = 3;
const POSITIONS = 60;

const scanIdOf = (text: unknown): string | undefined => z.uuid().safeParse(text).data?.toLowerCase();

export function reportRoutes(app: FastifyInstance) {
  const [limitReports, limitPositions] = [rateLimit('report', REPORTS), rateLimit('position', POSITIONS)];
  const refused = (request: FastifyRequest, problem: Problem) => {
    const site = siteOf(request);
    return renderNotice(
      site,
      site.t(problem.status === 429 ? 'verify.limited.title' : 'verify.failed.title'),
      problemMessage(site, problem),
    );
  };
  pageRoute(app, { method: ['GET', 'HEAD'], url: '/report', refused }, async (request) => {
    const scan = scanIdOf(Object(request.query).scan);
    return { html: renderReport({ ...siteOf(request), kept: scan ? `scan=${scan}` : '' }, { scan }) };
  });
  pageRoute(app, { method: ['POST'], url: '/report', refused }, async (request) => {
    await limitReports(request.ctx.db, request.ip);
    const { picture, scan, ...typed } = await partsOf(request);
    const site = siteOf(request);
    const again = (refusal: string, status: number, headers: Record<string, string> = {}) => ({
      html: renderReport(site, { scan: scanIdOf(scan), refusal, typed }),
      status,
      headers,
    });
    if (!scanIdOf(scan) && !typed.code?.trim()) return again(site.t('verify.report.noCode'), 400);
    const { device } = visitorDevice(request);
    try {
      await reportService.take(request.ctx.installation, { ...typed, scan: scanIdOf(scan), picture, ip: request.ip, device });
    } catch (problem) {
      // unexpected errors go to the default handler
      if (!(problem instanceof Problem)) throw problem;
      const { seconds } = problem.params;
      return again(problemMessage(site, problem), problem.status, seconds === undefined ? {} : { 'retry-after': String(seconds) });
    }
    return { html: renderReported(site) };
  });

  const spec = {
    method: 'POST',
    url: '/v1/scans/:scanId/position',
    answer: answersPlain(z.object({})),
    access: 'anonymous',
    params: z.object({ scanId: z.uuid() }),
    body: Position,
    bodyLimit: 1024,
    word: (field: string) => `verify.request.${field}`,
  } as const;
  endpoint(app, spec, async ({ installation, ip }, { params, body }) => {
    await limitPositions(installation.db, ip);
    await reportService.locateScan(installation, params.scanId.toLowerCase(), body);
    return {};
  });
}

interface Parts {
  scan?: string;
  code?: string;
  words?: string;
  contact?: string;
  boughtAt?: string;
  picture?: Buffer;
}

const names = ['scan', 'code', 'words', 'contact', 'boughtAt'] as const;

/** Parses the form. Stops reading a picture at the size limit. @throws reportPictureTooLarge */
async function partsOf(request: FastifyRequest): Promise<Parts> {
  if (!request.isMultipart()) throw new Problem('bodyTypeWrong');
  const parts: Parts = {};
  for await (const part of request.parts({ limits: { fileSize: REPORT_PICTURE + 1 } })) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer().catch(() => {
        throw new Problem('reportPictureTooLarge', { max: '6 MB' });
      });
      // a form without a picture sends an empty file
      if (part.fieldname === 'picture' && bytes.length > 0) parts.picture = bytes;
    } else {
      const name = names.find((one) => one === part.fieldname);
      if (name) parts[name] = String(part.value).slice(0, LONGEST_CODE_TEXT);
    }
  }
  return parts;
}
