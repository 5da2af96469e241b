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
import { actionRoute } from '../../../platform/http/action-route.ts';
import { answersData, answersFile } from '../../../platform/http/answer.ts';
import { Download } from '../../../platform/http/download.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import * as scanCaseService from './scan-case.service.ts';

export function scanCaseRoutes(app: FastifyInstance) {
  const { path, word } = scanCases;
  resourceRoutes(app, scanCases, scanCaseService);
  actionRoute(app, assignCase, scanCaseService.assign, { word });
  actionRoute(app, noteCase, scanCaseService.note, { word });
  actionRoute(app, decideCase, scanCaseService.judge, { word });
  actionRoute(app, reopenCase, scanCaseService.reopen, { word });

  const scanned = {
    method: 'POST',
    url: `${path}/ofScan`,
    answer: answersData(z.object({ caseId: Id })),
    access: { permission: scanCases.permission('add') },
    log: { title: scanCases.log ?? '', type: 'add' },
    body: CaseFromScan,
    word,
  } as const;
  endpoint(app, scanned, async (ctx, { body }) => done(ctx, { caseId: await scanCaseService.addOfScan(ctx, body) }));

  const listing = { method: 'GET', access: { permission: scanCases.permission('list') } } as const;
  endpoint(app, { ...listing, url: `${path}/counts`, answer: answersData(CaseCounts) }, async (ctx) =>
    done(ctx, await scanCaseService.countAll(ctx)),
  );
  const assigning = { method: 'GET', access: { permission: assignCase.permission } } as const;
  endpoint(app, { ...assigning, url: `${path}/handlers`, answer: answersData(z.array(CaseHandler)) }, async (ctx) =>
    done(ctx, await scanCaseService.listHandlers(ctx)),
  );

  const reading = { method: 'GET', access: { permission: scanCases.permission('read') } } as const;
  endpoint(
    app,
    { ...reading, url: `${path}/:id/evidence`, answer: answersData(CaseEvidence), params: z.object({ id: Id }) },
    async (ctx, { params }) => done(ctx, await scanCaseService.readEvidence(ctx, params.id)),
  );
  const params = z.object({ id: Id, reportId: Id });
  endpoint(
    app,
    { ...reading, url: `${path}/:id/report/:reportId/picture`, answer: answersFile('image/jpeg'), params },
    async (ctx, asked) => {
      const body = await scanCaseService.readPicture(ctx, asked.params.id, asked.params.reportId);
      const headers = { 'x-content-type-options': 'nosniff', 'content-security-policy': "default-src 'none'; sandbox" };
      return new Download({
        type: 'image/jpeg',
        fileName: `report-${asked.params.reportId}.jpg`,
        inline: true,
        body,
        length: body.length,
        headers,
      });
    },
  );
}
