import { blacklists, Id, ScanBlock } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as blacklistService from './blacklist.service.ts';

export function blacklistRoutes(app: FastifyInstance) {
  const { path, word } = blacklists;
  resourceRoutes(app, blacklists, blacklistService);
  const scanBlockSpec = {
    method: 'POST',
    url: `${path}/ofScan`,
    answer: dataResponse(z.object({ blacklistId: Id })),
    access: { permission: blacklists.permission('add') },
    log: { title: blacklists.log ?? '', type: 'add' },
    body: ScanBlock,
    word,
  } as const;
  endpoint(app, scanBlockSpec, async (ctx, { body }) => done(ctx, { blacklistId: await blacklistService.addOfScan(ctx, body) }));
}
