import { formChanges, formLifeCycle, forms, formVersion, formVersions } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { lifeCycleRoutes, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as formService from './form.service.ts';

export function formRoutes(app: FastifyInstance) {
  resourceRoutes(app, forms, formService);
  lifeCycleRoutes(app, formLifeCycle, formService.steps);

  serve(app, formChanges, (ctx, { params }) => formService.listChanges(ctx, params.id));
  serve(app, formVersions, (ctx, { params }) => formService.listVersions(ctx, params.id));
  serve(app, formVersion, (ctx, { params }) => formService.readVersion(ctx, params.id, params.versionNo));
}
