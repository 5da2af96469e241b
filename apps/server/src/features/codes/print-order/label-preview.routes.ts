import { batches, exportBatch, Id, LabelPreviewQuery } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { dataResponse } from '../../../platform/http/answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { preview } from './label-preview.service.ts';

export function previewRoutes(app: FastifyInstance) {
  const previewRoute = {
    method: 'GET',
    url: `${batches.path}/:id/label`,
    answer: dataResponse(z.object({ svg: z.string(), moduleMm: z.number(), width: z.number(), height: z.number() })),
    access: { permission: exportBatch.permission },
  } as const;
  endpoint(app, { ...previewRoute, params: z.object({ id: Id }), querystring: LabelPreviewQuery }, async (ctx, { params, query }) =>
    done(ctx, await preview(ctx, params.id, query)),
  );
}
