import type { operlogs, QueryOf } from '@suyuan/contract';
import type { Context } from '../../../http/context.ts';
import * as queries from './operlog.queries.ts';

export const list = ({ db }: Context, query: QueryOf<typeof operlogs>) => queries.list(db, query);
