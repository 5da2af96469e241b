import { SampleStanding, sampleBusiness } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as removalService from './removal.service.ts';

export function sampleRoutes(app: FastifyInstance) {
  const { path: url, permission, log: title } = sampleBusiness;
  const access = { permission };
  endpoint(app, { method: 'GET', url, access, answer: dataResponse(SampleStanding) }, async (ctx) =>
    done(ctx, await removalService.readStanding(ctx)),
  );
  endpoint(app, { method: 'DELETE', url, access, sensitive: true, log: { title, type: 'remove' } }, async (ctx) => {
    await removalService.askRemoval(ctx);
    return done(ctx);
  });
}
