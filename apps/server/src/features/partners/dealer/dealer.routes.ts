import {
  approveDealer,
  authoriseDealer,
  cloneDealer,
  DealerFigures,
  DealerLine,
  DealerOverlap,
  DealerStock,
  DealerTree,
  dealers,
  Id,
  OverlapQuery,
  PartnerEvent,
  rejectDealer,
  resumeDealer,
  submitDealer,
  suspendDealer,
  terminateDealer,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { exportedList, exportRoute } from '../../../platform/http/exported-list.ts';
import { importedSheet, importRoutes } from '../../../platform/http/import-routes.ts';
import { actionRoute, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as dealerService from './dealer.service.ts';
import * as life from './dealer-lifecycle.service.ts';
import * as sheet from './dealer-sheet.service.ts';

/** Lists of names share one cell. */
const fields = Object.keys(dealers.record.shape).filter((field) => !/Ids$|Codes$|ancestors/.test(field));
export const exportedDealers = exportedList(dealers, dealerService.list, {
  noun: dealers,
  fields,
  rowOf: ({ regionNames, categoryNames, ...rest }) => ({
    ...rest,
    regionNames: regionNames.join('、'),
    categoryNames: categoryNames.join('、'),
  }),
});

export const importedDealers = importedSheet({ ...dealers, input: DealerLine }, sheet.addLine, {
  find: sheet.find,
  edit: sheet.editLine,
});

export function dealerRoutes(app: FastifyInstance) {
  const { path, word } = dealers;
  resourceRoutes(app, dealers, dealerService, ['list', 'read', 'add', 'edit', 'remove']);
  exportRoute(app, exportedDealers);
  importRoutes(app, importedDealers);

  actionRoute(app, cloneDealer, dealerService.clone, { word, answer: dataResponse(z.object({ channelBusinessId: Id })) });
  actionRoute(app, submitDealer, life.submit);
  actionRoute(app, approveDealer, life.approve);
  actionRoute(app, rejectDealer, life.reject, { word });
  actionRoute(app, suspendDealer, life.suspend, { word });
  actionRoute(app, resumeDealer, life.resume, { word });
  actionRoute(app, terminateDealer, life.terminate, { word });
  actionRoute(app, authoriseDealer, life.authorise, { word });

  const listRoute = { method: 'GET', access: { permission: dealers.permission('list') } } as const;
  endpoint(app, { ...listRoute, url: `${path}/tree`, answer: dataResponse(DealerTree) }, async (ctx) =>
    done(ctx, await dealerService.tree(ctx)),
  );
  endpoint(
    app,
    { ...listRoute, url: `${path}/overlaps`, answer: dataResponse(z.array(DealerOverlap)), querystring: OverlapQuery, word },
    async (ctx, { query }) => done(ctx, await dealerService.overlaps(ctx, query)),
  );

  const params = z.object({ id: Id });
  const readRoute = { method: 'GET', access: { permission: dealers.permission('read') }, params } as const;
  endpoint(app, { ...readRoute, url: `${path}/:id/events`, answer: dataResponse(z.array(PartnerEvent)) }, async (ctx, input) =>
    done(ctx, await dealerService.listEvents(ctx, input.params.id)),
  );
  endpoint(app, { ...readRoute, url: `${path}/:id/stock`, answer: dataResponse(z.array(DealerStock)) }, async (ctx, input) =>
    done(ctx, await dealerService.stock(ctx, input.params.id)),
  );
  endpoint(app, { ...readRoute, url: `${path}/:id/figures`, answer: dataResponse(DealerFigures) }, async (ctx, input) =>
    done(ctx, await dealerService.figures(ctx, input.params.id)),
  );
}
