import { bulkActionKinds, bulkActionLines, bulkActionReport, bulkActions, CODE_LIST_BYTES, startBulkAction } from '@suyuan/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/http/context.ts';
import { whileConnected } from '../../../platform/http/request-bodies.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import * as fileService from '../../system/file/file.service.ts';
import * as bulkActionService from './bulk-action.service.ts';
import { type ListFile, receiveList } from './list-file.ts';
import * as listReport from './list-report.service.ts';

export function bulkActionRoutes(app: FastifyInstance) {
  resourceRoutes(app, bulkActions, bulkActionService);
  serve(app, bulkActionLines, (ctx, { params, query }) => listReport.lines(ctx, params.id, query));
  serve(app, bulkActionReport, (ctx, { params }) => listReport.report(ctx, params.id));

  const prepare = async (ctx: Context, request: FastifyRequest) => {
    const file = await whileConnected(request, (signal) => receiveList(ctx, request, signal));
    return { file, digest: fileService.digestOf([file.storedFile]) };
  };
  const discard = (ctx: Context, { file }: { file: ListFile }) => fileService.discardReceived(ctx, [file.storedFile]);
  const upload = { parts: { file: 'file' }, bodyLimit: CODE_LIST_BYTES + 65_536, prepare, discard } as const;
  for (const act of bulkActionKinds)
    serve(app, startBulkAction(act), (ctx, { query, prepared }) => bulkActionService.start(ctx, act, query, prepared.file), upload);
}
