import { type RawBuilder, sql } from 'kysely';

/** The condition that `column` names a class of a tree or one below it; with `only`, that class alone. */
export const underClass = (column: string, catalogueId: number, only?: '1'): RawBuilder<boolean> =>
  only
    ? sql<boolean>`${sql.ref(column)} = ${catalogueId}`
    : sql<boolean>`${sql.ref(column)} in (select k.catalogue_id from catalogue k
        where k.catalogue_id = ${catalogueId} or k.ancestors @> array[${catalogueId}::bigint])`;

/** The classes that a list is narrowed to, each with all below it unless `catalogueOnly`. */
export interface AskedClasses {
  /** Of goods. */
  catalogueId?: number | undefined;
  supplierCatalogueId?: number | undefined;
  traceCatalogueId?: number | undefined;
  catalogueOnly?: '1' | undefined;
}

/** The conditions that batch `b` is of goods, from a supplier, or recorded at a step of such classes; none where nothing is asked. */
export function batchUnder(
  b: string,
  { catalogueId, supplierCatalogueId, traceCatalogueId, catalogueOnly }: AskedClasses,
): RawBuilder<boolean>[] {
  const of = (column: string) => sql.ref(`${b}.${column}`);
  return [
    ...(catalogueId
      ? [
          sql<boolean>`${of('category_id')} in (select g.category_id from category g where ${underClass('g.catalogue_id', catalogueId, catalogueOnly)})`,
        ]
      : []),
    ...(supplierCatalogueId
      ? [
          sql<boolean>`${of('supplier_id')} in (select p.supplier_id from supplier p where ${underClass('p.catalogue_id', supplierCatalogueId, catalogueOnly)})`,
        ]
      : []),
    ...(traceCatalogueId
      ? [
          sql<boolean>`${of('batch_id')} in (select r.batch_id from trace_record r join trace_step s on s.step_id = r.step_id
            where ${underClass('s.catalogue_id', traceCatalogueId, catalogueOnly)})`,
        ]
      : []),
  ];
}

/** The condition that `column` names a dealer of a class; none where nothing is asked. */
export const dealerUnder = (column: string, dealerCatalogueId: number | undefined, only?: '1'): RawBuilder<boolean>[] =>
  dealerCatalogueId
    ? [
        sql<boolean>`${sql.ref(column)} in (select d.channel_business_id from channel_business d where ${underClass('d.catalogue_id', dealerCatalogueId, only)})`,
      ]
    : [];
