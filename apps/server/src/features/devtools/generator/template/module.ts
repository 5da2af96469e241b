import type { GenModel } from '../generator-model.ts';
import { contractFile } from './contract.ts';
import { migrationFile } from './migration.ts';
import { detailFile, isPlainPage, pageFile } from './page.ts';
import { queriesFile, routesFile, serviceFile } from './server.ts';
import { testFile } from './test-file.ts';
import { localeFile } from './words.ts';

/** The files of a module by path, not formatted yet. */
export function moduleFiles(model: GenModel, migration: string): Map<string, string> {
  const { domain, noun } = model;
  const contract = 'packages/contract/src';
  const server = `apps/server/src/features/${domain}/${noun}/${noun}`;
  const page = `apps/console/src/features/${domain}/${noun}/${noun}`;
  return new Map([
    [`${contract}/${domain}/${noun}.ts`, contractFile(model)],
    [`locales/zh-CN/generated/${domain}/${noun}.json`, localeFile(model, 'zh-CN')],
    [`locales/en-US/generated/${domain}/${noun}.json`, localeFile(model, 'en-US')],
    [`apps/server/src/platform/db/migrations/${migration}.ts`, migrationFile(model)],
    [`${server}.routes.ts`, routesFile(model)],
    [`${server}.service.ts`, serviceFile(model)],
    [`${server}.queries.ts`, queriesFile(model)],
    [`${server}.test.ts`, testFile(model)],
    ...(isPlainPage(model) ? [] : ([[`${page}-page.tsx`, pageFile(model)]] as const)),
    ...(model.view && !model.tree ? ([[`${page}-detail-page.tsx`, detailFile(model)]] as const) : []),
  ]);
}
