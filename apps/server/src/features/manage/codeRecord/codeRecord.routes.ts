import { codeRecords } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../http/resource-routes.ts';
import * as codeRecordService from './codeRecord.service.ts';

export function codeRecordRoutes(app: FastifyInstance) {
  resourceRoutes(app, codeRecords, codeRecordService);
}
