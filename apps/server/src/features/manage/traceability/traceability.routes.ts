import { correctTrace, publishTrace, rejectTrace, submitTrace, traceabilities, verifyTrace } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { actionRoute } from '../../../http/action-route.ts';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as life from './trace-life.service.ts';
import * as traceabilityService from './traceability.service.ts';

export function traceabilityRoutes(app: FastifyInstance) {
  const { word } = traceabilities;
  resourceRoutes(app, traceabilities, traceabilityService);
  actionRoute(app, submitTrace, life.submit);
  actionRoute(app, verifyTrace, life.verify);
  actionRoute(app, rejectTrace, life.reject, { word });
  actionRoute(app, publishTrace, life.publish);
  actionRoute(app, correctTrace, life.correct, { word });
}
