import { openWork } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../../platform/http/serve.ts';
import * as openWorkService from './open-work.service.ts';

export function openWorkRoutes(app: FastifyInstance) {
  serve(app, openWork, openWorkService.read);
}
