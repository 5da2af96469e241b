import {
  assignCase,
  CaseCounts,
  CaseEvidence,
  CaseFromScan,
  CaseHandler,
  codeCases,
  Id,
  judgeCase,
  noteCase,
  reopenCase,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actionRoute } from '../../../http/action-route.ts';
import { answersData, answersFile } from '../../../http/answer.ts';
import { Download } from '../../../http/download.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { done } from '../../../http/envelope.ts';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as codeCaseService from './codeCase.service.ts';

export function codeCaseRoutes(app: FastifyInstance) {
  const { path, word } = codeCases;
  resourceRoutes(app, codeCases, codeCaseService);
  actionRoute(app, assignCase, codeCaseService.assign, { word });
  actionRoute(app, noteCase, codeCaseService.note, { word });
  actionRoute(app, judgeCase, codeCaseService.judge, { word });
  actionRoute(app, reopenCase, codeCaseService.reopen, { word });

  const scanned = {
    method: 'POST',
    url: `${path}/ofScan`,
    answer: answersData(z.object({ caseId: Id })),
    access: { permission: codeCases.permission('add') },
    log: { title: codeCases.log ?? '', type: 'add' },
    body: CaseFromScan,
    word,
  } as const;
  endpoint(app, scanned, async (ctx, { body }) => done(ctx, { caseId: await codeCaseService.addOfScan(ctx, body) }));

  const listing = { method: 'GET', access: { permission: codeCases.permission('list') } } as const;
  endpoint(app, { ...listing, url: `${path}/counts`, answer: answersData(CaseCounts) }, async (ctx) =>
    done(ctx, await codeCaseService.countAll(ctx)),
  );
  const assigning = { method: 'GET', access: { permission: assignCase.permission } } as const;
  endpoint(app, { ...assigning, url: `${path}/handlers`, answer: answersData(z.array(CaseHandler)) }, async (ctx) =>
    done(ctx, await codeCaseService.listHandlers(ctx)),
  );

  const reading = { method: 'GET', access: { permission: codeCases.permission('read') } } as const;
  endpoint(
    app,
    { ...reading, url: `${path}/:id/evidence`, answer: answersData(CaseEvidence), params: z.object({ id: Id }) },
    async (ctx, { params }) => done(ctx, await codeCaseService.readEvidence(ctx, params.id)),
  );
  const params = z.object({ id: Id, reportId: Id });
  endpoint(
    app,
    { ...reading, url: `${path}/:id/report/:reportId/picture`, answer: answersFile('image/jpeg'), params },
    async (ctx, asked) => {
      const body = await codeCaseService.readPicture(ctx, asked.params.id, asked.params.reportId);
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
