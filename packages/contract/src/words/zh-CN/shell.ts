/** Words of the frame around the pages. */
export const shell = {
  'shell.title': '溯源防伪系统',
  'shell.home': '首页',
  'shell.prompt': '提示',
  'shell.signOutAsk': '确认注销并退出系统吗？',
} as const;
