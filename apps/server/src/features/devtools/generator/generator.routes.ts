import {
  createGenTable,
  genArchive,
  genColumns,
  genDbTables,
  genDifferences,
  genFiles,
  genOptions,
  genPreview,
  genTable,
  genTableArchive,
  genTables,
  importGenTables,
  syncGenTable,
  syncGenTableByName,
  writeGenFiles,
} from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { Download } from '../../../platform/http/download.ts';
import { actionRoute, resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { serve } from '../../../platform/http/serve.ts';
import { Problem } from '../../../platform/problem.ts';
import * as generatorService from './generator.service.ts';
import * as generatorCodeService from './generator-code.service.ts';

export function generatorRoutes(app: FastifyInstance) {
  serve(app, genDbTables, (ctx, { query }) => generatorService.dbList(ctx, query));
  serve(app, genOptions, generatorService.options);
  serve(app, genColumns, (ctx, { params }) => generatorService.columns(ctx, params.id));
  resourceRoutes(app, genTables, generatorService, ['list', 'edit', 'remove']);
  serve(app, genTable, (ctx, { params }) => generatorService.read(ctx, params.id));

  serve(app, importGenTables, (ctx, { query }) => generatorService.importTables(ctx, query.tables));
  serve(app, createGenTable, (ctx, { body }) => generatorService.create(ctx, body), {
    refuse({ query }) {
      if (typeof query === 'object' && query !== null && 'sql' in query) throw new Problem('genSqlRefused');
    },
  });

  serve(app, genDifferences, (ctx, { params }) => generatorService.differences(ctx, params.id));
  actionRoute(app, syncGenTable, generatorService.sync);
  serve(app, syncGenTableByName, (ctx, { params }) => generatorService.syncAll(ctx, params.tableName));

  serve(app, genPreview, (ctx, { params }) => generatorCodeService.preview(ctx, params.id));
  serve(app, genFiles, (ctx, { params }) => generatorCodeService.files(ctx, params.id));
  const archive = async (ctx: Parameters<typeof generatorCodeService.archive>[0], tables: readonly string[]) =>
    new Download({
      type: 'application/octet-stream',
      fileName: 'suyuan-module.zip',
      body: await generatorCodeService.archive(ctx, tables),
    });
  serve(app, genTableArchive, (ctx, { params }) => archive(ctx, [params.tableName]));
  serve(app, genArchive, (ctx, { query }) => archive(ctx, query.tables));
  serve(app, writeGenFiles, (ctx, { params, query }) => generatorCodeService.write(ctx, params.tableName, query.conflicts ?? 'keep'));
}
