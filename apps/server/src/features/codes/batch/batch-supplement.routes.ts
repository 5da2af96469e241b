import { BatchSupplement, batches, Id, SupplementInput } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { answersData, answersDone } from '../../../platform/http/answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import * as supplements from './batch-supplement.service.ts';

export function batchSupplementRoutes(app: FastifyInstance) {
  const { path, log: title, permission } = batches;
  const word = (field: string) => batches.word(`supplement.${field}`);
  const log = { title, type: 'edit' } as const;
  const access = (verb: string) => ({ permission: permission(verb) });
  const one = z.object({ id: Id });
  const each = z.object({ id: Id, supplementId: Id });

  const listing = {
    method: 'GET',
    url: `${path}/:id/supplements`,
    answer: answersData(z.array(BatchSupplement)),
    access: access('read'),
    params: one,
  } as const;
  endpoint(app, listing, async (ctx, { params }) => done(ctx, await supplements.list(ctx, params.id)));

  const asking = {
    method: 'PUT',
    url: `${path}/:id/supplement`,
    answer: answersData(z.object({ supplementId: Id })),
    log,
    params: one,
    body: SupplementInput,
    word,
  } as const;
  endpoint(app, { ...asking, access: access('supplement') }, async (ctx, { params, body }) =>
    done(ctx, await supplements.ask(ctx, params.id, body)),
  );

  const judging = (name: string) => ({
    ...({
      method: 'PUT',
      url: `${path}/:id/supplements/:supplementId/${name}`,
      answer: name === 'approve' ? answersData(z.object({ from: z.int(), count: z.int() })) : answersDone,
      log,
      params: each,
      word,
    } as const),
    access: access(name === 'withdraw' ? 'supplement' : 'approveSupplement'),
  });
  endpoint(app, judging('approve'), async (ctx, { params }) => done(ctx, await supplements.approve(ctx, params.id, params.supplementId)));
  const rejecting = { ...judging('reject'), body: SupplementInput.pick({ reason: true }) };
  endpoint(app, rejecting, async (ctx, { params, body }) => {
    await supplements.reject(ctx, params.id, params.supplementId, body.reason);
    return done(ctx);
  });
  endpoint(app, judging('withdraw'), async (ctx, { params }) => {
    await supplements.withdraw(ctx, params.id, params.supplementId);
    return done(ctx);
  });
}
