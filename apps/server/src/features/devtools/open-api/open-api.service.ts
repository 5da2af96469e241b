import type { ApiDocumentName } from '@suyuan/contract';
import type { Context } from '../../../platform/http/context.ts';
import type { RouteInfo } from '../../../platform/http/gate.ts';
import { type ApiDocument, apiDocument } from './document.ts';

/** Routes of the shopper's site, which is another process's in some installations: told once, when first asked. */
export type PublicRouteTable = () => Promise<readonly RouteInfo[]>;

/** Documents of what `doors` and the shopper's site serve; each is written once a language, since routes do not change while we run. */
export function swaggerService(routeTable: readonly RouteInfo[], publicRouteTable: PublicRouteTable) {
  const written = new Map<string, Promise<ApiDocument>>();

  async function write({ t, installation }: Context, name: ApiDocumentName) {
    if (name === 'public') return apiDocument(name, await publicRouteTable(), t, installation.publicBaseUrl);
    return apiDocument(name, routeTable, t, '/api');
  }

  return {
    read(ctx: Context, name: ApiDocumentName): Promise<ApiDocument> {
      const key = `${name} ${ctx.language}`;
      const known = written.get(key);
      if (known) return known;
      const anew = write(ctx, name);
      written.set(key, anew);
      anew.catch(() => written.delete(key));
      return anew;
    },
  };
}
