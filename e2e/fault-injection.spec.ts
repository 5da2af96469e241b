import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import pg from 'pg';
import { pollUntil } from './support/api.ts';
import { mountSmallDisk } from './support/fault-injection.ts';
import { test, waitSeconds } from './support/faulty-system.ts';

const backendQuery = (condition: string) =>
  `select pid from pg_stat_activity where application_name = 'suyuan' and pid <> pg_backend_pid() ${condition}`;

test('loses nothing when all database connections are terminated', ({ system }) =>
  system.runFault('connections ended', {
    break: () => system.sql(`select pg_terminate_backend(pid) from (${backendQuery('')}) as mine`),
  }));

test('loses nothing when one database process is killed, which restarts all of them', ({ system }) =>
  system.runFault('backend killed', {
    async break() {
      const [{ pid } = { pid: 0 }] = await system.sql<{ pid: number }>(backendQuery('limit 1'));
      process.kill(pid, 'SIGKILL');
    },
  }));

test('loses nothing when the database is killed', ({ system }) =>
  system.runFault('database killed', {
    async break() {
      const oldPid = system.database.postmaster();
      process.kill(oldPid, 'SIGKILL');
      await pollUntil(
        async () => system.database.postmaster(),
        (pid) => pid !== 0 && pid !== oldPid,
      );
    },
  }));

test('fails fast while the database is frozen, and counts nothing twice afterwards', ({ system }) =>
  system.runFault('database frozen', {
    ready: 503,
    async break() {
      system.database.signal('SIGSTOP');
      await waitSeconds(3, 60);
    },
    repair: () => system.database.signal('SIGCONT'),
  }));

test('fails fast while the database refuses connections', ({ system }) =>
  system.runFault('database refuses', {
    ready: 503,
    async break() {
      system.proxy.set('refused');
      await waitSeconds(1, 20);
    },
    repair: () => system.proxy.set('open'),
  }));

test('fails fast while the database does not respond', ({ system }) =>
  system.runFault('black hole', {
    ready: 503,
    async break() {
      system.proxy.set('held');
      await waitSeconds(3, 60);
    },
    repair: () => system.proxy.set('open'),
  }));

test('does not accept a truncated response', ({ system }) =>
  system.runFault('cut bytes', {
    async break() {
      system.proxy.set('cutting');
      await waitSeconds(0.5, 5);
    },
    repair: () => system.proxy.set('open'),
  }));

test('is only slower on a slow connection', ({ system }) =>
  system.runFault('slow line', {
    async break() {
      system.proxy.delay(100);
      await waitSeconds(1, 20);
    },
    repair: () => system.proxy.delay(0),
  }));

test('continues scans while a table is locked', async ({ system }) => {
  const lockHolder = new pg.Client({ connectionString: system.database.ownerUrl });
  await lockHolder.connect();
  await system.runFault('long transaction', {
    async break() {
      await lockHolder.query('begin; lock table supplier in access exclusive mode');
      // longer than the cache lifetime of batch data
      await waitSeconds(6, 20);
      await pollUntil(system.history.scan, Boolean, 10);
    },
    repair: () => lockHolder.end(),
  });
});

test('reports a full database disk, continues reads and scans, and recovers', async ({ system }) => {
  test.skip(process.getuid?.() !== 0, 'only root may mount a disk');
  const small = mountSmallDisk(24, system.database.owner);
  if (!small) return test.skip(true, 'this machine mounts no file system in memory');
  await system.sql(`create tablespace small location '${small.place}'`);
  await system.sql('alter table supplier set tablespace small');
  await system.runFault('database disk full', {
    async break() {
      small.fill();
      const full = { supplierName: '故'.repeat(100) };
      await pollUntil(
        () =>
          system.planner.call('POST', '/manage/supplier', {
            ...full,
            supplierCode: `X-${Math.random().toString(36).slice(2, 12).toUpperCase()}`,
          }),
        ({ problem }) => problem === 'storageFull',
      );
      await system.planner.must('GET', '/manage/supplier/list?pageNum=1&pageSize=10');
      await pollUntil(system.history.scan, Boolean);
    },
    repair: () => small.clear(),
  });
  await system.sql('alter table supplier set tablespace pg_default');
  await system.sql('drop tablespace small');
  small.remove();
});

test('refuses an upload without disk space, keeps no partial file, and is not ready', async ({ system }) => {
  test.skip(process.getuid?.() !== 0, 'only root may mount a disk');
  if (!system.disk) return test.skip(true, 'this machine mounts no file system in memory');
  const full = system.disk;
  const uploadFile = async () => {
    const form = new FormData();
    form.append('file', new Blob([Buffer.alloc(2_000_000, 'text ')]), 'long.txt');
    const reply = await fetch(`${system.suyuan.consoleUrl}/api/common/upload`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${system.token}` },
    });
    return (await reply.json()) as { code: number; problem?: string };
  };
  await system.runFault('own disk full', {
    ready: 503,
    async break() {
      full.fill();
      // on a slow machine the load of this test may shed an upload
      const refusal = await pollUntil(uploadFile, ({ problem }) => problem !== 'busy');
      expect(refusal).toMatchObject({ problem: 'storageFull' });
    },
    repair: () => full.clear(),
  });
  expect(await uploadFile()).toMatchObject({ code: 200 });
});

test('reports a file with changed bytes', async ({ system }) => {
  const form = new FormData();
  form.append('file', new Blob(['the bytes as they were']), 'whole.txt');
  const response = await fetch(`${system.suyuan.consoleUrl}/api/common/upload`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${system.token}` },
  });
  const { fileName } = (await response.json()) as { fileName: string };
  const file = path.join(system.suyuan.dataDir, 'files', fileName.slice('/profile/'.length));
  const runCheck = () => system.command(['check']);
  writeFileSync(file, 'the bytes as they wene');
  expect(await runCheck()).toMatch(new RegExp(`^1 .*${path.basename(file)} \\(内容变了\\)`, 's'));
  writeFileSync(file, 'the bytes as they were');
  expect(await runCheck()).not.toContain('changed');
});

test('works without the cache, and uses it again after a restart', async ({ system }) => {
  test.skip(process.platform !== 'linux', 'only on Linux');
  const cache = system.redis;
  if (!cache) return test.skip(true, 'redis-server is not installed');
  await system.runFault('cache gone', {
    async break() {
      await cache.kill();
      await system.planner.must('GET', '/manage/supplier/list?pageNum=1&pageSize=10');
      await waitSeconds(0.5, 20);
    },
    repair: cache.start,
  });
});
