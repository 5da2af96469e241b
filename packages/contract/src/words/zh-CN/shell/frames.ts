/** Words of the fixed pages whose content comes later. */
export const frames = {
  'shell.frame.parser.purpose': '填写已发布的表单；草稿和粘贴的文档先试填',
  'shell.frame.parser.purpose.plain': '试填设计器里的草稿，或粘贴的文档',
  'shell.frame.tinymce.purpose': '富文本编辑的示例：内容只留在这一页，不会保存',
  'shell.frame.tinymce.sample':
    '<h2>欢迎试用富文本编辑器</h2><p>这里能写<strong>加粗</strong>、<em>斜体</em>、<span style="color: #cf1322">颜色</span>和<a href="https://example.org/">链接</a>，能拖入或粘贴图片，也能从 Word 粘贴：列表、表格和强调会留下，字体和边距会去掉。</p><ul><li><p>Ctrl+F 查找和替换</p></li><li><p>方向键在工具之间移动</p></li></ul><table><tbody><tr><th><p>批号</p></th><th><p>产地</p></th></tr><tr><td><p>20260131-A</p></td><td><p>内蒙古</p></td></tr></tbody></table>',
  'shell.frame.tinymce.reading': '读者看到的',
  'shell.frame.tinymce.readingHint': '按公告和品类介绍显示时的样子：经过同一份允许清单的过滤',
  'shell.frame.tinymce.startOver': '清空',
  'shell.frame.tinymce.copy': '复制 HTML',
  'shell.frame.map.purpose': '查询两地之间的驾车路线：全国范围，用时最少优先',
  'shell.frame.map.start': '起点',
  'shell.frame.map.end': '终点',
  'shell.frame.map.query': '查询路线',
  'shell.frame.map.noKey':
    '没有配置地图服务的密钥，所以这里用本系统自带的地图：按省、市、县联想地点，画出市中心之间的直线并量出距离。配置 AMAP_KEY 后，会有街道级的地点联想、三维底图和用时最少的驾车路线。',
  'shell.frame.map.same': '起点和终点是同一个地方；换一个终点再查询',
  'shell.frame.map.lost': '地图服务的脚本没有加载；检查网络、AMAP_KEY 和密钥绑定的域名',
  'shell.frame.map.failed': '地图服务没有答复；稍后再查询，或检查 AMAP_SECURITY_CODE',
  'shell.frame.map.noWay': '查不到“{start}”到“{end}”的驾车路线；从联想中各选一个地点再查询',
  'shell.frame.map.drive': '驾车约 {km, number} 公里，约 {time} 小时（时:分），用时最少',
  'shell.frame.map.missing': '{what}未填写；填写后再查询',
  'shell.frame.genEdit.purpose': '一张表的生成配置：基本信息、字段和生成信息',
  'shell.frame.genEdit.none': '没有选择表；从代码生成的列表中选择一张表',
  'shell.frame.genEdit.choose': '选择一张表',
} as const;
