import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { jobTargets } from '../../../boot/job-targets.ts';
import { translate } from '../../../platform/translations.ts';
import { startTestServer, type TestServer } from '../../../test/test-server.ts';

describe('scheduled backups', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startTestServer();
    return () => server.close();
  });

  it('keep the newest few, and leave other files unchanged', async () => {
    const folder = path.join(server.installation.dataDir, 'backups');
    mkdirSync(folder);
    for (const name of ['suyuan-20200101-020000.zip', 'suyuan-20200102-020000.zip', 'my own.zip'])
      writeFileSync(path.join(folder, name), '');
    // one process was killed long ago, another is still writing
    const [abandoned, inProgress] = ['suyuan-20200103-020000.zip.partial', 'suyuan-20200104-020000.zip.partial'].map((name) =>
      path.join(folder, name),
    );
    for (const file of [abandoned, inProgress]) writeFileSync(file ?? '', '');
    utimesSync(abandoned ?? '', 0, 0);
    utimesSync(inProgress ?? '', new Date(), new Date()); // the file system's clock may differ from a faked one
    const makeBackup = async (kept: number) =>
      (await jobTargets['backup.make']?.run(server.installation, [kept], new AbortController().signal))?.(translate['zh-CN'], 'zh-CN');
    const message = await makeBackup(2);
    expect(message).toMatch(/^suyuan-\d{8}-\d{6}\.zip，\d+ 字节，删去旧的 1 份$/);
    expect(readdirSync(folder).sort()).toEqual([
      ...['my own.zip', 'suyuan-20200102-020000.zip', 'suyuan-20200104-020000.zip.partial'],
      expect.stringMatching(/^suyuan-20[2-9]\d{5}-\d{6}\.zip$/),
    ]);
    // created while a clock was wrong
    writeFileSync(path.join(folder, 'suyuan-29990101-020000.zip'), '');
    const nextMessage = await makeBackup(1);
    expect(readdirSync(folder).filter((name) => name.endsWith('.zip') && nextMessage?.startsWith(name))).toHaveLength(1);
    expect(readdirSync(folder)).not.toContain('suyuan-29990101-020000.zip');
  });
});
