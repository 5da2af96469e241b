import { codeRules } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as codeRuleService from './codeRule.service.ts';

export function codeRuleRoutes(app: FastifyInstance) {
  resourceRoutes(app, codeRules, codeRuleService);
}
