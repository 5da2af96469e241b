import Fastify from 'fastify';
import pg from 'pg';

/** The rival of office.ts: a route that reads one user by one prepared statement, on a pool as large as the product's. */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 20 });
const app = Fastify();
app.get('/', async () => {
  const query = { name: 'user', text: 'select user_id, user_name, nick_name, dept_id, status from users where user_id = $1', values: [1] };
  return { code: 200, msg: '', data: (await pool.query(query)).rows[0] };
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
