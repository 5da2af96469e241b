import { codeRules } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import * as codeRuleService from './code-rule.service.ts';

export function codeRuleRoutes(app: FastifyInstance) {
  resourceRoutes(app, codeRules, codeRuleService);
}
