import { MAX_CODE_TEXT_LENGTH, Position } from '@suyuan/contract';
import { renderReport, renderReported } from '@suyuan/verify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { pageRoute } from '../../../platform/http/page-route.ts';
import { rateLimit } from '../../../platform/http/rate-limit.ts';
import { problemMessage } from '../../../platform/http/refusal.ts';
import { jsonResponse } from '../../../platform/http/response-spec.ts';
import { Problem } from '../../../platform/problem.ts';
import { visitorDevice } from '../verification-page/page-request.ts';
import { renderRefusal, siteOf } from '../verification-page/site.ts';
import * as consumerReportService from './consumer-report.service.ts';

/** Reports per address and minute. */
const REPORTS_PER_MINUTE = 3;
const POSITIONS_PER_MINUTE = 60;

const scanIdOf = (text: unknown): string | undefined => z.uuid().safeParse(text).data?.toLowerCase();

export function consumerReportRoutes(app: FastifyInstance) {
  const [limitReports, limitPositions] = [rateLimit('report', REPORTS_PER_MINUTE), rateLimit('position', POSITIONS_PER_MINUTE)];
  pageRoute(app, { method: ['GET', 'HEAD'], url: '/report', refused: renderRefusal }, async (request) => {
    const scan = scanIdOf(Object(request.query).scan);
    return { html: renderReport({ ...siteOf(request), preservedQuery: scan ? `scan=${scan}` : '' }, { scan }) };
  });
  /** The form again: a body that could not be read contained a report, not a lookup. */
  const renderUnreadForm = (request: FastifyRequest, problem: Problem) => {
    const site = siteOf(request);
    return renderReport(site, { errorMessage: problemMessage(site, problem) });
  };
  pageRoute(app, { method: ['POST'], url: '/report', refused: renderUnreadForm }, async (request) => {
    // the texts of an excess report are read, so that they are not lost
    const excess: unknown = await limitReports(request.ctx.db, request.ip).catch((problem) => problem);
    const { picture, scan, ...fields } = await parseForm(request, !excess);
    const preservedQuery = scanIdOf(scan) ? `scan=${scanIdOf(scan)}` : '';
    const site = { ...siteOf(request), preservedQuery };
    const rerender = (refusal: string, status: number, headers: Record<string, string> = {}) => ({
      html: renderReport(site, { scan: scanIdOf(scan), errorMessage: refusal, input: fields }),
      status,
      headers,
    });
    if (!scanIdOf(scan) && !fields.code?.trim()) return rerender(site.t('verify.report.noCode'), 400);
    const { device } = visitorDevice(request);
    try {
      if (excess) throw excess;
      await consumerReportService.receiveReport(request.ctx.installation, {
        ...fields,
        scan: scanIdOf(scan),
        picture,
        ip: request.ip,
        device,
      });
    } catch (problem) {
      // unexpected errors go to the default handler
      if (!(problem instanceof Problem)) throw problem;
      const { seconds } = problem.params;
      return rerender(problemMessage(site, problem), problem.status, seconds === undefined ? {} : { 'retry-after': String(seconds) });
    }
    // a reload of the thanks sends nothing again
    return { location: `/report/sent${site.requestedLanguage ? `?lang=${site.language.slice(0, 2)}` : ''}` };
  });
  pageRoute(app, { method: ['GET', 'HEAD'], url: '/report/sent', refused: renderRefusal }, async (request) => ({
    html: renderReported(siteOf(request)),
  }));

  const spec = {
    method: 'POST',
    url: '/v1/scans/:scanId/position',
    answer: jsonResponse(z.object({})),
    access: 'anonymous',
    params: z.object({ scanId: z.uuid() }),
    body: Position,
    bodyLimit: 1024,
    word: (field: string) => `verify.request.${field}`,
  } as const;
  endpoint(app, spec, async ({ installation, ip }, { params, body }) => {
    await limitPositions(installation.db, ip);
    await consumerReportService.locateScan(installation, params.scanId.toLowerCase(), body);
    return {};
  });
}

interface ReportForm {
  scan?: string;
  code?: string;
  words?: string;
  contact?: string;
  boughtAt?: string;
  picture?: Buffer;
}

const fieldNames = ['scan', 'code', 'words', 'contact', 'boughtAt'] as const;

/** A photo of any phone; a larger body is not read. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/**
 * Parses the form. Texts may follow a picture that is too large, so it is cut off behind the limit, and the service refuses it.
 * @throws reportPictureTooLarge
 */
async function parseForm(request: FastifyRequest, withPicture: boolean): Promise<ReportForm> {
  if (!request.isMultipart()) throw new Problem('bodyTypeWrong');
  if (Number(request.headers['content-length']) > MAX_BODY_BYTES) throw new Problem('reportPictureTooLarge', { max: '6 MB' });
  const form: ReportForm = {};
  const options = { limits: { fileSize: consumerReportService.MAX_PICTURE_BYTES + 1 }, throwFileSizeLimit: false };
  for await (const part of request.parts(options)) {
    if (part.type === 'file' && !withPicture) {
      part.file.resume();
    } else if (part.type === 'file') {
      const bytes = await part.toBuffer();
      // a form without a picture sends an empty file without a name
      if (part.fieldname === 'picture' && (bytes.length > 0 || part.filename)) form.picture = bytes;
    } else {
      const name = fieldNames.find((one) => one === part.fieldname);
      if (name) form[name] = String(part.value).slice(0, MAX_CODE_TEXT_LENGTH);
    }
  }
  return form;
}
