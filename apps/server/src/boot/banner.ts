import type { Environment } from './environment.ts';

/** A generated password, printed once. */
export interface FirstPassword {
  userName: string;
  password: string;
}

interface BannerContent {
  role: Environment['role'];
  sites: { variable: 'PORT' | 'PUBLIC_PORT' | 'HEALTH_PORT'; address: string }[];
  passwords: FirstPassword[];
}

const titles = { PORT: '控制台 Console         ', PUBLIC_PORT: '消费者页面 Shopper site', HEALTH_PORT: '健康与指标 Health      ' };

export function banner({ role, sites, passwords }: BannerContent): string {
  return [
    '',
    '  溯源防伪系统已就绪 / Suyuan is ready',
    '',
    ...sites.map(({ variable, address }) => `  ${titles[variable]}   ${address}`),
    ...(role === 'worker' ? ['  后台任务 Background work'] : []),
    '',
    ...(passwords.length > 0 ? [passwordLines(passwords)] : []),
    '  按 Ctrl+C 停止 / Ctrl+C stops it',
    '',
  ].join('\n');
}

export function passwordLines(passwords: FirstPassword[]): string {
  const width = Math.max(...passwords.map(({ userName }) => userName.length));
  return [
    '  首次启动生成的密码，只显示这一次，登录后请修改 / First passwords, shown only once; change them after signing in',
    ...passwords.map(({ userName, password }) => `    ${userName.padEnd(width)}   ${password}`),
    '',
  ].join('\n');
}
