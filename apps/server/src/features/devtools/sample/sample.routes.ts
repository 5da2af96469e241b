import { removeSampleData, sampleStatus } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../../platform/http/serve.ts';
import * as removalService from './removal.service.ts';

export function sampleRoutes(app: FastifyInstance) {
  serve(app, sampleStatus, removalService.readStatus);
  serve(app, removeSampleData, removalService.askRemoval);
}
