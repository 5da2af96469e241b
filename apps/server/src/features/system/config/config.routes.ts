import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../http/endpoint.ts';
import { done } from '../../../http/envelope.ts';
import * as configService from './config.service.ts';

const Key = z.object({ key: z.string().max(200) });

export function configRoutes(app: FastifyInstance) {
  // The family reads a setting's value from `msg`; ours reads `data`. Both have it.
  const spec = { method: 'GET', url: '/system/config/configKey/:key', access: 'signedIn', params: Key } as const;
  endpoint(app, spec, async ({ db }, { params }) => {
    const value = await configService.get(db, params.key);
    return { code: 200, msg: value, data: value };
  });
  endpoint(app, { method: 'GET', url: '/public/settings', access: 'anonymous' }, async (ctx) =>
    done(ctx, await configService.publicSettings(ctx.installation)),
  );
}
