import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import pg from 'pg';
import * as sessionService from '../features/identity/session/session.service.ts';
import { connect } from '../platform/db/connect.ts';
import type { Db } from '../platform/db/db.ts';
import { onDatabase } from './database.ts';
import { insertRole, insertUser } from './factories.ts';
import { bareEnvironment, type ServerProcess } from './server-process.ts';

const suyuan = path.join(import.meta.dirname, '../boot/commands/suyuan.ts');

export const command = (env: Record<string, string>, ...words: string[]) =>
  promisify(execFile)(process.execPath, [suyuan, ...words], { env: { ...bareEnvironment, ...env } }).then(
    ({ stdout }) => ({ exitCode: 0, output: stdout }),
    ({ code, stdout, stderr }) => ({ exitCode: code as number, output: stdout + stderr }),
  );

/** SQLSTATE of the error that `statement` causes; undefined on success. */
export async function sqlStateOf(url: string, statement: string): Promise<string | undefined> {
  try {
    await onDatabase(url, statement);
    return undefined;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.code;
    throw error;
  }
}

const auditTables = ['audit_log', 'audit_log_unsealed', 'audit_log_seal', 'audit_log_clearing', 'audit_log_removed'];
/** Statements that the application's role lacks rights for. */
export const forbiddenStatements = [
  ...auditTables.flatMap((table) => [`delete from ${table}`, `truncate ${table} cascade`, `alter table ${table} disable trigger all`]),
  `update audit_log set title = 'x'`,
  'select * from audit_log for update',
  `update audit_log_unsealed set oper_id = -oper_id`,
  `update audit_log_seal set hash = row_hash`,
  'update audit_log_clearing set up_to = 0',
  'update audit_log_removed set remove_time = now()',
  `insert into audit_log (oper_id, title, business_type, status) values (1, 'x', 1, '0') on conflict (oper_id) do update set title = 'x'`,
  'delete from kysely_migration',
  'drop table audit_log',
  'create table mine (n int)',
  `create function mine() returns int language sql as 'select 1'`,
  'create trigger mine after insert on users execute function raise_permission_version()',
  'create schema mine',
  'create extension pg_stat_statements',
  'create role mine superuser',
  'alter role current_user superuser',
  'set role suyuan',
  "copy users to program 'true'",
  "copy users from '/etc/hostname'",
  "select pg_read_file('postgresql.conf')",
  "select pg_ls_dir('.')",
  "alter system set work_mem = '1MB'",
];

export async function clientOf(db: Db, server: ServerProcess, permissions: string[]) {
  const { userId } = await insertUser(db, { deptId: 100 });
  await insertRole(db, userId, permissions, '1');
  const { token } = await sessionService.open(db, { userId, ipaddr: '127.0.0.1', browser: '', os: '', loginLocation: '' });
  return async (method: string, url: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const reply = await fetch(`http://127.0.0.1:${server.port}/api${url}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return reply.json();
  };
}

/** Distinct roles of the product's sessions in a database. */
export async function rolesAt(owner: string, application = '%'): Promise<string[]> {
  const db = connect(owner, { max: 1, applicationName: 'observer' });
  const { rows } = await sql<{ role: string }>`
    select distinct usename as role from pg_stat_activity
    where datname = current_database() and application_name like 'suyuan%' and application_name like ${application}`.execute(db);
  await db.destroy();
  return rows.map(({ role }) => role);
}

export const shelfTable = {
  tableName: 'rights_shelf',
  tableComment: '货架',
  columns: [{ columnName: 'shelf_name', columnComment: '名称', type: 'text' }],
};
