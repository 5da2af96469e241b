import { type Action, Id } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ResponseSpec } from './answer.ts';
import type { Context } from './context.ts';
import { endpoint } from './endpoint.ts';
import { done } from './envelope.ts';

/** `PUT /manage/batch/{id}/approve`. */
export function actionRoute<Body extends z.ZodType>(
  app: FastifyInstance,
  { path, permission, log, body }: Action<Body>,
  run: (ctx: Context, id: number, body: z.output<Body>) => Promise<unknown>,
  { sensitive = false, word, answer }: { sensitive?: boolean; word?: (field: string) => string; answer?: ResponseSpec } = {},
) {
  const route = { method: 'PUT', url: path, access: { permission }, params: z.object({ id: Id }), body, sensitive, word, answer } as const;
  endpoint(app, { ...route, log: log ? { title: log, type: 'edit' } : undefined }, async (ctx, input) =>
    done(ctx, await run(ctx, input.params.id, input.body as z.output<Body>)),
  );
}
