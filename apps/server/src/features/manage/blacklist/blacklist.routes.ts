import { blacklists } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as blacklistService from './blacklist.service.ts';

export function blacklistRoutes(app: FastifyInstance) {
  resourceRoutes(app, blacklists, blacklistService);
}
