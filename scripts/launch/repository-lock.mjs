import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { fail, say } from './log.mjs';
import { at } from './paths.mjs';

/** State shared between launchers. The folder contains its own `.gitignore`. */
function launchFolder() {
  try {
    mkdirSync(at('.launch'), { recursive: true });
    writeFileSync(at('.launch', '.gitignore'), '*\n');
  } catch (error) {
    fail(
      `${at('.launch')} 不可写，无法安装或构建：${error.message}；检查目录的权限 / the repository cannot be written: look at its rights`,
    );
  }
}

/** Milliseconds without a heartbeat after which a lock is stale. The holder writes one every second; its process id may be reused. */
const deadAfter = 30_000;

let isHolder = false;

/** Runs `work` under a lock of the repository. Takes over a stale lock. A call inside `work` runs at once. */
export async function inTurn(work) {
  if (isHolder) return work();
  launchFolder();
  const folder = at('.launch', 'turn');
  for (let told = false; !take(folder); await wait(200)) {
    if (!told) say('另一个进程正在安装或构建，等它完成 / another process installs or builds, waiting for it');
    told = true;
  }
  const beat = setInterval(sign, 1000, folder);
  const leave = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', leave);
  isHolder = true;
  try {
    return await work();
  } finally {
    isHolder = false;
    clearInterval(beat);
    process.off('exit', leave);
    leave();
  }
}

function take(folder) {
  if (make(folder)) {
    sign(folder);
    return true;
  }
  if (!isDead(folder)) return false;
  // Only one process removes a stale lock, and it checks again: another process may have taken it.
  const clearing = `${folder}.clearing`;
  if (!make(clearing)) {
    if (ageOf(clearing) > deadAfter) rmSync(clearing, { recursive: true, force: true });
    return false;
  }
  if (isDead(folder)) rmSync(folder, { recursive: true, force: true });
  rmdirSync(clearing);
  return false;
}

/** Writes the holder's process id; the file's modification time is the heartbeat. */
const sign = (folder) => writeFileSync(`${folder}/pid`, String(process.pid));

function make(folder) {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

function isDead(folder) {
  const signed = `${folder}/pid`;
  if (ageOf(existsSync(signed) ? signed : folder) > deadAfter) return true;
  try {
    process.kill(Number(readFileSync(signed, 'utf8')), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Milliseconds since the last modification, by the file system's clock, which may differ from the local one. 0 if missing. */
function ageOf(entry) {
  const seen = statSync(entry, { throwIfNoEntry: false });
  if (!seen) return 0;
  const clock = at('.launch', 'clock');
  writeFileSync(clock, 'now');
  return statSync(clock).mtimeMs - seen.mtimeMs;
}
