import type { CatalogueFigures, CatalogueKind } from '@suyuan/contract';
import type { Context } from '../../../http/context.ts';
import * as queries from './figures.queries.ts';

/** The figures of every class of a tree that anything in the asker's scope is filed under. */
export const list = ({ db, scope }: Context, kind: CatalogueKind): Promise<CatalogueFigures[]> => queries.figures(db, kind, scope);
