import { labelPreview, printOrderArchive, printOrderDetail, printOrderLifeCycle, printOrders, requestPrintOrder } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { Download } from '../../../platform/http/download.ts';
import { actionRoute, lifeCycleRoutes, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as printOrderService from './print-order.service.ts';
import { download } from './print-order-file.service.ts';

export function printOrderRoutes(app: FastifyInstance) {
  resourceRoutes(app, printOrders, printOrderService, ['list']);
  serve(app, printOrderDetail, (ctx, { params }) => printOrderService.read(ctx, params.id), { operation: 'read' });
  actionRoute(app, requestPrintOrder, printOrderService.request);
  lifeCycleRoutes(app, printOrderLifeCycle, printOrderService.steps);
  serve(app, labelPreview, (ctx, { params, query }) => printOrderService.preview(ctx, params.id, query));
  serve(app, printOrderArchive, async (ctx, { params, request }) => {
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
