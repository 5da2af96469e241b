import { FormFill, formAnswers, forms } from '@suyuan/contract';
import { FormDoc } from '@suyuan/forms';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { exportRoute } from '../../../platform/http/exported-list.ts';
import { rateLimit } from '../../../platform/http/rate-limit.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as fillService from './fill.service.ts';
import * as formAnswerService from './form-answer.service.ts';
import { exportedAnswers } from './form-answer-sheet.service.ts';

/** Answers per user and minute. */
const FILLS_PER_MINUTE = 60;

const offerShape = {
  formKey: z.string(),
  formName: z.string(),
  remark: z.string().nullable(),
  closeTime: z.string().nullable(),
  ownCount: z.int(),
};
const formToFill = z.object({ ...offerShape, versionNo: z.int(), doc: FormDoc });

export function formAnswerRoutes(app: FastifyInstance) {
  resourceRoutes(app, formAnswers, formAnswerService, ['list', 'read', 'remove']);
  exportRoute(app, exportedAnswers);

  // requires only sign-in; queries check the form's audience
  const path = `${forms.path}/fill`;
  const access = 'signedIn';
  const limit = rateLimit('formFill', FILLS_PER_MINUTE);
  endpoint(app, { method: 'GET', url: path, access, answer: dataResponse(z.array(z.object(offerShape))) }, async (ctx) =>
    done(ctx, await fillService.list(ctx)),
  );
  const params = z.object({ formKey: z.string().max(40) });
  endpoint(app, { method: 'GET', url: `${path}/:formKey`, access, params, answer: dataResponse(formToFill) }, async (ctx, input) =>
    done(ctx, await fillService.read(ctx, input.params.formKey)),
  );
  const log = { title: formAnswers.log ?? '', type: 'add', omittedKey: 'data' } as const;
  const fillAnswer = dataResponse(z.object({ answerId: z.int() }));
  endpoint(
    app,
    { method: 'POST', url: `${path}/:formKey`, access, params, body: FormFill, log, answer: fillAnswer },
    async (ctx, input) => {
      await limit(ctx.db, String(ctx.actor.userId));
      return done(ctx, await fillService.fill(ctx, input.params.formKey, input.body));
    },
  );
}
