import type { GenModel } from '../generator-model.ts';

/** `<noun>.routes.ts` */
export function routesFile({ noun, plural, tree, type }: GenModel): string {
  if (!tree)
    return `import { ${plural} } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import * as ${noun}Service from './${noun}.service.ts';

export function ${noun}Routes(app: FastifyInstance) {
  resourceRoutes(app, ${plural}, ${noun}Service);
}
`;
  const importedNames = ['Id', plural, type].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  return `import { ${importedNames.join(', ')} } from '@suyuan/contract';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done } from '../../../platform/http/envelope.ts';
import { filterQuery } from '../../../platform/http/list-query.ts';
import { resourceRoutes } from '../../../platform/http/resource-routes.ts';
import { dataResponse } from '../../../platform/http/response-spec.ts';
import * as ${noun}Service from './${noun}.service.ts';

/** A tree departs from the grammar twice: its list is whole and in \`data\`, and it is removed one by one. */
export function ${noun}Routes(app: FastifyInstance) {
  const { path, log, word } = ${plural};
  const access = (operation: string) => ({ permission: ${plural}.permission(operation) });
  const querystring = filterQuery(${plural}.filters);
  const list = { method: 'GET', url: \`\${path}/list\`, access: access('list'), querystring, word } as const;
  endpoint(app, { ...list, answer: dataResponse(z.array(${type})) }, async (ctx, { query }) =>
    done(ctx, await ${noun}Service.list(ctx, query)),
  );
  resourceRoutes(app, ${plural}, ${noun}Service, ['read', 'add', 'edit']);
  const remove = { method: 'DELETE', url: \`\${path}/:id\`, access: access('remove'), params: z.object({ id: Id }) } as const;
  endpoint(app, { ...remove, ...(log && { log: { title: log, type: 'remove' } }) }, async (ctx, { params }) => {
    await ${noun}Service.remove(ctx, params.id);
    return done(ctx);
  });
}
`;
}
