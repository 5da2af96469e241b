/** Words of what keeps the console alive: connection, new versions, pages that fail. */
export const upkeep = {
  'shell.connection.offline': '网络已断开；已打开的内容仍可查看，恢复后自动更新',
  'shell.connection.down': '连不上服务器，正在重新连接；已打开的内容仍可查看',
  'shell.connection.look': '立即重试',
  'shell.connection.back': '连接已恢复',
  'shell.version.new': '有新版本可用',
  'shell.version.reload': '刷新到新版本',
  'shell.version.unsavedAsk': '刷新会丢失未保存的修改，要继续吗？',
  'shell.report': '复制错误信息',
  'shell.report.copied': '错误信息已复制；可发给管理员',
  'shell.report.failed': '没能复制；手动选择下面的错误信息再复制',
  'shell.report.details': '错误信息',
  'shell.scriptTimeout': '页面脚本 120 秒内没有加载完；网络恢复后重试，或刷新页面。',
} as const;
