import { closeForm, FormVersion, forms, Id, int, publishForm, reopenForm } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { actionRoute, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as formService from './form.service.ts';

/** One difference between two documents. Further keys depend on the kind of change. */
const change = z.looseObject({ change: z.string() });

export function formRoutes(app: FastifyInstance) {
  const { path, word } = forms;
  resourceRoutes(app, forms, formService);

  actionRoute(app, publishForm, formService.publish, { word, answer: dataResponse(z.object({ versionNo: z.int() })) });
  actionRoute(app, closeForm, formService.close);
  actionRoute(app, reopenForm, formService.reopen);

  const access = { permission: forms.permission('read') };
  const params = z.object({ id: Id });
  const changes = dataResponse(z.array(z.object({ change, answerCount: z.int() })));
  endpoint(app, { method: 'GET', url: `${path}/:id/changes`, access, params, answer: changes }, async (ctx, input) =>
    done(ctx, await formService.listChanges(ctx, input.params.id)),
  );
  endpoint(
    app,
    { method: 'GET', url: `${path}/:id/versions`, access, params, answer: dataResponse(z.array(FormVersion)) },
    async (ctx, input) => done(ctx, await formService.listVersions(ctx, input.params.id)),
  );
  const versionAnswer = dataResponse(FormVersion.extend({ changes: z.array(change) }));
  const versionParams = z.object({ id: Id, versionNo: int(1, 1e6) });
  endpoint(
    app,
    { method: 'GET', url: `${path}/:id/versions/:versionNo`, access, params: versionParams, answer: versionAnswer },
    async (ctx, input) => done(ctx, await formService.readVersion(ctx, input.params.id, input.params.versionNo)),
  );
}
