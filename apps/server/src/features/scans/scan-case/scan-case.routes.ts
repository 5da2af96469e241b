import {
  assignCase,
  CaseCounts,
  CaseEvidence,
  CaseFromScan,
  CaseHandler,
  decideCase,
  Id,
  noteCase,
  reopenCase,
  scanCases,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Download } from '../../../platform/http/download.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { actionRoute, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse, fileResponse } from '../../../platform/http/response-spec.ts';
import * as scanCaseService from './scan-case.service.ts';

export function scanCaseRoutes(app: FastifyInstance) {
  const { path, word } = scanCases;
  resourceRoutes(app, scanCases, scanCaseService);
  actionRoute(app, assignCase, scanCaseService.assign, { word });
  actionRoute(app, noteCase, scanCaseService.note, { word });
  actionRoute(app, decideCase, scanCaseService.decide, { word });
  actionRoute(app, reopenCase, scanCaseService.reopen, { word });

  const fromScanSpec = {
    method: 'POST',
    url: `${path}/ofScan`,
    answer: dataResponse(z.object({ caseId: Id })),
    access: { permission: scanCases.permission('add') },
    log: { title: scanCases.log ?? '', type: 'add' },
    body: CaseFromScan,
    word,
  } as const;
  endpoint(app, fromScanSpec, async (ctx, { body }) => done(ctx, { caseId: await scanCaseService.addOfScan(ctx, body) }));

  const listSpec = { method: 'GET', access: { permission: scanCases.permission('list') } } as const;
  endpoint(app, { ...listSpec, url: `${path}/counts`, answer: dataResponse(CaseCounts) }, async (ctx) =>
    done(ctx, await scanCaseService.countAll(ctx)),
  );
  const assignSpec = { method: 'GET', access: { permission: assignCase.permission } } as const;
  endpoint(app, { ...assignSpec, url: `${path}/handlers`, answer: dataResponse(z.array(CaseHandler)) }, async (ctx) =>
    done(ctx, await scanCaseService.listHandlers(ctx)),
  );

  const readSpec = { method: 'GET', access: { permission: scanCases.permission('read') } } as const;
  endpoint(
    app,
    { ...readSpec, url: `${path}/:id/evidence`, answer: dataResponse(CaseEvidence), params: z.object({ id: Id }) },
    async (ctx, { params }) => done(ctx, await scanCaseService.readEvidence(ctx, params.id)),
  );
  const params = z.object({ id: Id, reportId: Id });
  endpoint(
    app,
    { ...readSpec, url: `${path}/:id/report/:reportId/picture`, answer: fileResponse('image/jpeg'), params },
    async (ctx, input) => {
      const body = await scanCaseService.readPicture(ctx, input.params.id, input.params.reportId);
      const headers = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" };
      return new Download({
        type: 'image/jpeg',
        fileName: `report-${input.params.reportId}.jpg`,
        inline: true,
        body,
        length: body.length,
        headers,
      });
    },
  );
}
