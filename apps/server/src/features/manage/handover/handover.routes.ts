import {
  askHandover,
  HandoverDetail,
  handovers,
  Id,
  linkHandover,
  refuseHandover,
  releaseHandover,
  revealPassword,
  withdrawHandover,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { actionRoute } from '../../../http/action-route.ts';
import { answersData, answersFile } from '../../../http/answer.ts';
import { Download } from '../../../http/download.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { done } from '../../../http/envelope.ts';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as handoverService from './handover.service.ts';
import { download } from './handover-download.service.ts';
import { previewRoutes } from './label-preview.routes.ts';

export function handoverRoutes(app: FastifyInstance) {
  const { path, word } = handovers;
  resourceRoutes(app, handovers, handoverService, ['list']);
  // one says more of itself than the list does
  const read = {
    method: 'GET',
    url: `${path}/:id`,
    access: { permission: handovers.permission('read') },
    params: z.object({ id: Id }),
    operation: 'read',
    answer: answersData(HandoverDetail),
  } as const;
  endpoint(app, read, async (ctx, { params }) => done(ctx, await handoverService.read(ctx, params.id)));
  actionRoute(app, askHandover, handoverService.ask, { sensitive: true, word, answer: answersData(z.object({ handoverId: Id })) });
  actionRoute(app, releaseHandover, handoverService.release, { sensitive: true, word });
  actionRoute(app, refuseHandover, handoverService.refuse, { word });
  actionRoute(app, withdrawHandover, handoverService.withdraw, { word });
  actionRoute(app, linkHandover, handoverService.link, { sensitive: true, word, answer: answersData(z.object({ url: z.string() })) });
  actionRoute(app, revealPassword, handoverService.password, {
    sensitive: true,
    word,
    answer: answersData(z.object({ password: z.string() })),
  });
  previewRoutes(app);

  // the ticket is the credential: a printing house has no account
  const file = {
    method: 'GET',
    url: `${path}/file/:ticket`,
    answer: answersFile('application/zip'),
    access: 'anonymous',
    params: z.object({ ticket: z.string() }),
  } as const;
  endpoint(app, file, async (ctx, { params, request }) => {
    const { fileName, length, body, onClose } = await download(ctx, params.ticket);
    const closed = (arrived: boolean) => onClose(arrived).catch((err: unknown) => request.log.error({ err }));
    const headers = { 'x-accel-buffering': 'no' };
    return new Download({ type: 'application/zip', fileName, body, headers, onClose: closed, ...(length !== undefined && { length }) });
  });
}
