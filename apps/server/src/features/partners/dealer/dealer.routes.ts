import {
  authoriseDealer,
  cloneDealer,
  DealerLine,
  dealerEvents,
  dealerFigures,
  dealerImpact,
  dealerLifeCycle,
  dealerOverlaps,
  dealerStock,
  dealers,
  dealerTree,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { exportedList, exportRoute } from '../../../platform/http/exported-list.ts';
import { importedSheet, importRoutes } from '../../../platform/http/import-routes.ts';
import { numberProposalRoute } from '../../../platform/http/proposal-route.ts';
import { actionRoute, lifeCycleRoutes, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as dealerService from './dealer.service.ts';
import * as lifeCycle from './dealer-life-cycle.service.ts';
import * as sheet from './dealer-sheet.service.ts';

/** Lists of names share one cell. */
const fields = Object.keys(dealers.record.shape).filter((field) => !/Ids$|regionCodes|ancestors/.test(field));
export const exportedDealers = exportedList(dealers, dealerService.list, {
  noun: dealers,
  fields,
  rowOf: ({ regionNames, categoryNames, categoryCodes, ...rest }) => ({
    ...rest,
    // English names contain commas
    regionNames: regionNames.join(regionNames.some((name) => name.includes(',')) ? '; ' : '、'),
    categoryNames: categoryNames.join('、'),
    categoryCodes: categoryCodes.join('、'),
  }),
});

export const importedDealers = importedSheet(
  { ...dealers, input: DealerLine },
  sheet.addLine,
  { find: sheet.find, edit: sheet.editLine },
  'channelBusinessCode',
);

export function dealerRoutes(app: FastifyInstance) {
  resourceRoutes(app, dealers, dealerService, ['list', 'read', 'add', 'edit', 'remove']);
  numberProposalRoute(app, dealers, 'dealer');
  exportRoute(app, exportedDealers);
  importRoutes(app, importedDealers);

  actionRoute(app, cloneDealer, dealerService.clone);
  lifeCycleRoutes(app, dealerLifeCycle, lifeCycle.steps);
  actionRoute(app, authoriseDealer, lifeCycle.authorise);

  serve(app, dealerTree, (ctx) => dealerService.tree(ctx));
  serve(app, dealerOverlaps, (ctx, { query }) => dealerService.overlaps(ctx, query));
  serve(app, dealerEvents, (ctx, { params }) => dealerService.listEvents(ctx, params.id));
  serve(app, dealerStock, (ctx, { params }) => dealerService.stock(ctx, params.id));
  serve(app, dealerImpact, (ctx, { params }) => dealerService.impact(ctx, params.id));
  serve(app, dealerFigures, (ctx, { params }) => dealerService.figures(ctx, params.id));
}
