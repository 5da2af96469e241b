import {
  caseCounts,
  caseEvidence,
  caseHandlers,
  caseLifeCycle,
  codes,
  openCaseOfScan,
  reportPicture,
  scanCases,
  scans,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { Download } from '../../../platform/http/download.ts';
import { exportedList, exportRoute } from '../../../platform/http/exported-list.ts';
import { lifeCycleRoutes, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as scanCaseService from './scan-case.service.ts';

/** A case has the reasons of scans, and two more. */
export const exportedScanCases = exportedList(scanCases, scanCaseService.list, {
  labels: { reason: { of: scans, field: 'reason' }, level: { of: codes, field: 'level' } },
});

export function scanCaseRoutes(app: FastifyInstance) {
  resourceRoutes(app, scanCases, scanCaseService, ['list', 'read', 'add']);
  exportRoute(app, exportedScanCases);
  lifeCycleRoutes(app, caseLifeCycle, scanCaseService.steps);
  serve(app, openCaseOfScan, async (ctx, { body }) => ({ caseId: await scanCaseService.addOfScan(ctx, body) }));
  serve(app, caseCounts, scanCaseService.countAll);
  serve(app, caseHandlers, (ctx, { query: { caseId } }) => scanCaseService.listHandlers(ctx, caseId));
  serve(app, caseEvidence, (ctx, { params }) => scanCaseService.readEvidence(ctx, params.id));
  serve(app, reportPicture, async (ctx, { params: { id, reportId } }) => {
    const body = await scanCaseService.readPicture(ctx, id, reportId);
    const headers = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" };
    return new Download({ type: 'image/jpeg', fileName: `report-${reportId}.jpg`, inline: true, body, length: body.length, headers });
  });
}
