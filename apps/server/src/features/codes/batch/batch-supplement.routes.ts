import { BatchSupplement, batches, Id, SupplementInput } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dataResponse, emptyResponse } from '../../../platform/http/answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import * as supplements from './batch-supplement.service.ts';

export function batchSupplementRoutes(app: FastifyInstance) {
  const { path, log: title, permission } = batches;
  const word = (field: string) => batches.word(`supplement.${field}`);
  const log = { title, type: 'edit' } as const;
  const access = (verb: string) => ({ permission: permission(verb) });
  const batchParams = z.object({ id: Id });
  const supplementParams = z.object({ id: Id, supplementId: Id });

  const listRoute = {
    method: 'GET',
    url: `${path}/:id/supplements`,
    answer: dataResponse(z.array(BatchSupplement)),
    access: access('read'),
    params: batchParams,
  } as const;
  endpoint(app, listRoute, async (ctx, { params }) => done(ctx, await supplements.list(ctx, params.id)));

  const requestRoute = {
    method: 'PUT',
    url: `${path}/:id/supplement`,
    answer: dataResponse(z.object({ supplementId: Id })),
    log,
    params: batchParams,
    body: SupplementInput,
    word,
  } as const;
  endpoint(app, { ...requestRoute, access: access('supplement') }, async (ctx, { params, body }) =>
    done(ctx, await supplements.request(ctx, params.id, body)),
  );

  const decisionRoute = (name: string) => ({
    ...({
      method: 'PUT',
      url: `${path}/:id/supplements/:supplementId/${name}`,
      answer: name === 'approve' ? dataResponse(z.object({ from: z.int(), count: z.int() })) : emptyResponse,
      log,
      params: supplementParams,
      word,
    } as const),
    access: access(name === 'withdraw' ? 'supplement' : 'approveSupplement'),
  });
  endpoint(app, decisionRoute('approve'), async (ctx, { params }) => done(ctx, await supplements.approve(ctx, params.id, params.supplementId)));
  const rejectRoute = { ...decisionRoute('reject'), body: SupplementInput.pick({ reason: true }) };
  endpoint(app, rejectRoute, async (ctx, { params, body }) => {
    await supplements.reject(ctx, params.id, params.supplementId, body.reason);
    return done(ctx);
  });
  endpoint(app, decisionRoute('withdraw'), async (ctx, { params }) => {
    await supplements.withdraw(ctx, params.id, params.supplementId);
    return done(ctx);
  });
}
