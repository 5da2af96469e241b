import { sql } from 'kysely';
import pg from 'pg';
import { lockByName } from './advisory-lock.ts';
import { ownerUrlOf } from './connect.ts';
import type { Db } from './db.ts';

/** The audit log with its seals and archive: the application may only read and insert. */
const auditTables = ['audit_log', 'audit_log_unsealed', 'audit_log_seal', 'audit_log_clearing', 'audit_log_removed'];

/** SECURITY DEFINER functions of migrations that the application may call. */
const ownerFunctions = ['public.ensure_scan_partition(timestamptz)'];

/** Undefined if the role of `db` owns the schema. */
export async function applicationRole(db: Db): Promise<string | undefined> {
  if (ownerUrlOf(db) === undefined) return undefined;
  const { rows } = await sql<{ role: string }>`select current_user as role`.execute(db);
  return rows[0]?.role;
}

/** The audit log is read and insert only. Default privileges cover later tables. Does nothing if `role` is the owner or has its rights. */
export async function grantRights(owner: Db, role: string): Promise<void> {
  await owner.transaction().execute(async (tx) => {
    // concurrent updates of one catalog row would fail
    await lockByName(tx, 'rights');
    if (await hasRights(tx, role)) return;
    const app = pg.escapeIdentifier(role);
    const { rows } = await sql<{ name: string; kind: string; audit: boolean }>`
      select format('%I.%I', 'public', relname) as name, relkind::text as kind, relname = any(${auditTables}) as audit from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') and pg_has_role(relowner, 'USAGE')`.execute(tx);
    const namesWhere = (predicate: (row: (typeof rows)[number]) => boolean) => rows.filter(predicate).map(({ name }) => name);
    const isTable = ({ kind }: { kind: string }) => kind === 'r' || kind === 'p';
    const isInternal = ({ name }: { name: string }) => name.startsWith('public.kysely_');
    const [audit, internal] = [namesWhere(({ audit }) => audit), namesWhere((row) => isTable(row) && isInternal(row))];
    const tables = namesWhere((row) => isTable(row) && !row.audit && !isInternal(row));
    const views = namesWhere(({ kind }) => kind === 'v' || kind === 'm');
    const restrictedRelations = [...audit, ...internal, ...views];
    const grant = (rights: string, names: string[], kind = '') =>
      names.length > 0 ? [`grant ${rights} on ${kind}${names.join(', ')} to ${app}`] : [];
    const statements = [
      `grant usage on schema public to ${app}`,
      `alter default privileges in schema public grant select, insert, update, delete on tables to ${app}`,
      `alter default privileges in schema public grant usage, select on sequences to ${app}`,
      ...grant('select, insert, update, delete', tables),
      ...(restrictedRelations.length > 0 ? [`revoke all on ${restrictedRelations.join(', ')} from ${app}`] : []),
      ...grant('select, insert', audit),
      ...grant('select', [...internal, ...views]),
      ...grant(
        'usage, select',
        namesWhere(({ kind }) => kind === 'S'),
        'sequence ',
      ),
      ...grant('execute', await existingFunctions(tx, ownerFunctions), 'function '),
    ];
    await sql.raw(statements.join('; ')).execute(tx);
  });
}

async function hasRights(owner: Db, role: string): Promise<boolean> {
  const { rows } = await sql<{ whole: boolean }>`
    select pg_has_role(${role}, current_user, 'USAGE') or (
      exists (select from pg_default_acl d, aclexplode(d.defaclacl) a where d.defaclrole = current_user::regrole and d.defaclobjtype = 'r'
        and d.defaclnamespace = 'public'::regnamespace and a.grantee = quote_ident(${role})::regrole)
      and not exists (select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and pg_has_role(relowner, 'USAGE')
        and (not has_table_privilege(${role}, oid, 'SELECT')
          or relname = any(${auditTables}) and has_table_privilege(${role}, oid, 'UPDATE, DELETE, TRUNCATE')
          or starts_with(relname, 'kysely_') and has_table_privilege(${role}, oid, 'INSERT, UPDATE, DELETE, TRUNCATE')))
      and not exists (select from unnest(${ownerFunctions}::text[]) f where not has_function_privilege(${role}, to_regprocedure(f), 'EXECUTE'))
    ) as whole`.execute(owner);
  return rows[0]?.whole ?? false;
}

/** The subset of `functions` that exists; an older schema, as of an archive, may lack some. */
async function existingFunctions(db: Db, functions: string[]): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select f as name from unnest(${functions}::text[]) f where to_regprocedure(f) is not null`.execute(db);
  return rows.map(({ name }) => name);
}

/** Undefined if the role of `db` cannot. */
export async function auditLogAlterableBy(db: Db): Promise<'superuser' | 'rights' | undefined> {
  const { rows } = await sql<{ superuser: boolean; rights: boolean }>`
    select (select rolsuper from pg_roles where rolname = current_user) as superuser,
      coalesce(bool_or(pg_has_role(relowner, 'MEMBER') or has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE')), false) as rights
    from pg_class where relnamespace = 'public'::regnamespace and relname = any(${auditTables})`.execute(db);
  if (rows[0]?.superuser) return 'superuser';
  return rows[0]?.rights ? 'rights' : undefined;
}
