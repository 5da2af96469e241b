import type { ApiDocumentName } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import type { RouteInfo } from '../../../platform/http/gate.ts';
import { type ApiDocument, apiDocument } from './document.ts';

/** Routes of the verification site, which may run in another process. Loaded at the first request. */
export type PublicRouteTable = () => Promise<readonly RouteInfo[]>;

/** Documents of `routeTable` and the verification site, cached by language because routes never change at run time. */
export function swaggerService(routeTable: readonly RouteInfo[], publicRouteTable: PublicRouteTable) {
  const documents = new Map<string, Promise<ApiDocument>>();

  async function buildDocument({ t, installation }: Context, name: ApiDocumentName) {
    if (name === 'public') return apiDocument(name, await publicRouteTable(), t, installation.publicBaseUrl);
    return apiDocument(name, routeTable, t, '/api');
  }

  return {
    read(ctx: Context, name: ApiDocumentName): Promise<ApiDocument> {
      const key = `${name} ${ctx.language}`;
      const cached = documents.get(key);
      if (cached) return cached;
      const document = buildDocument(ctx, name);
      documents.set(key, document);
      document.catch(() => documents.delete(key));
      return document;
    },
  };
}
