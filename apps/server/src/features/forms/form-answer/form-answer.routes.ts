import { fillForm, formAnswers, formOffers, formToFill } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { exportRoute } from '../../../platform/http/exported-list.ts';
import { rateLimit } from '../../../platform/http/rate-limit.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as fillService from './fill.service.ts';
import * as formAnswerService from './form-answer.service.ts';
import { exportedAnswers } from './form-answer-sheet.service.ts';

/** Answers per user and minute. */
const FILLS_PER_MINUTE = 60;

export function formAnswerRoutes(app: FastifyInstance) {
  resourceRoutes(app, formAnswers, formAnswerService, ['list', 'read', 'remove']);
  exportRoute(app, exportedAnswers);

  serve(app, formOffers, fillService.list);
  serve(app, formToFill, (ctx, { params }) => fillService.read(ctx, params.formKey));
  const limit = rateLimit('formFill', FILLS_PER_MINUTE);
  serve(
    app,
    fillForm,
    async (ctx, { params, body }) => {
      await limit(ctx.db, String(ctx.actor.userId));
      return fillService.fill(ctx, params.formKey, body);
    },
    { omittedKey: 'data' },
  );
}
