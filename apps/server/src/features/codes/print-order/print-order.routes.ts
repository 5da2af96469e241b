import {
  batches,
  exportBatch,
  Id,
  LabelPreviewQuery,
  linkPrintOrder,
  PrintOrderDetail,
  printOrders,
  refusePrintOrder,
  releasePrintOrder,
  requestPrintOrder,
  revealPassword,
  withdrawPrintOrder,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { Download } from '../../../platform/http/download.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { actionRoute, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse, fileResponse } from '../../../platform/http/response-spec.ts';
import * as printOrderService from './print-order.service.ts';
import { preview } from './print-order.service.ts';
import { download } from './print-order-file.service.ts';

function previewRoutes(app: FastifyInstance) {
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

export function printOrderRoutes(app: FastifyInstance) {
  const { path, word } = printOrders;
  resourceRoutes(app, printOrders, printOrderService, ['list']);
  // the detail has more fields than a list row
  const readRoute = {
    method: 'GET',
    url: `${path}/:id`,
    access: { permission: printOrders.permission('read') },
    params: z.object({ id: Id }),
    operation: 'read',
    answer: dataResponse(PrintOrderDetail),
  } as const;
  endpoint(app, readRoute, async (ctx, { params }) => done(ctx, await printOrderService.read(ctx, params.id)));
  actionRoute(app, requestPrintOrder, printOrderService.request, {
    sensitive: true,
    word,
    answer: dataResponse(z.object({ handoverId: Id })),
  });
  actionRoute(app, releasePrintOrder, printOrderService.release, { sensitive: true, word });
  actionRoute(app, refusePrintOrder, printOrderService.refuse, { word });
  actionRoute(app, withdrawPrintOrder, printOrderService.withdraw, { word });
  actionRoute(app, linkPrintOrder, printOrderService.link, { sensitive: true, word, answer: dataResponse(z.object({ url: z.string() })) });
  actionRoute(app, revealPassword, printOrderService.revealPassword, {
    sensitive: true,
    word,
    answer: dataResponse(z.object({ password: z.string() })),
  });
  previewRoutes(app);

  // the ticket is the credential: a printing house has no account
  const downloadRoute = {
    method: 'GET',
    url: `${path}/file/:ticket`,
    answer: fileResponse('application/zip'),
    access: 'anonymous',
    params: z.object({ ticket: z.string() }),
  } as const;
  endpoint(app, downloadRoute, async (ctx, { params, request }) => {
    const { fileName, length, body, onClose } = await download(ctx, params.ticket);
    const onDownloadClose = (arrived: boolean) => onClose(arrived).catch((err: unknown) => request.log.error({ err }));
    const headers = { 'x-accel-buffering': 'no' };
    return new Download({
      type: 'application/zip',
      fileName,
      body,
      headers,
      onClose: onDownloadClose,
      ...(length !== undefined && { length }),
    });
  });
}
