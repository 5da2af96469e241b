/** What a new installation tells its staff; type 1 is a notice, 2 an announcement. */
export const notices: { title: string; type: '1' | '2'; content: string }[] = [
  {
    title: '欢迎使用溯源防伪系统',
    type: '2',
    content: `<p>这里管理商品从生产到消费者手中的每一步：给每件商品一个不能仿造的码，记下它经过的地方，看见每一次扫码。</p>
<h3>从哪里开始</h3>
<ol><li><strong>基础资料</strong>：在“防伪溯源”里登记供应商、品类和码规则。</li><li><strong>第一个批次</strong>：新建批次，提交审批，批准后发码。</li><li><strong>赋码与激活</strong>：把码文件交给印务，贴码后激活，码才能被验证。</li><li><strong>看结果</strong>：扫码记录随时更新，可疑的扫码会单独标出。</li></ol>
<p>登录后的初始密码请尽快修改，入口在右上角头像的“个人设置”。</p>`,
  },
  {
    title: '怎样计划第一个批次',
    type: '1',
    content: `<p>批次是同一品类、同一天生产的一批商品。计划人与审批人必须是两个人，管理员也不例外。</p>
<table><tbody><tr><th>步骤</th><th>谁来做</th><th>要点</th></tr><tr><td>新建批次</td><td>计划员</td><td>选品类、供应商和码规则，填数量与生产日期</td></tr><tr><td>提交审批</td><td>计划员</td><td>提交后内容不能再改，驳回后可以修改</td></tr><tr><td>批准并发码</td><td>审批员</td><td>发码只记录范围，数量再大也只要片刻</td></tr><tr><td>导出码文件</td><td>印务员</td><td>下载链接只能用一次，导出会留下记录</td></tr></tbody></table>
<p>发码之后，品类、规则和数量都不能再改；数量不够时另建补码批次。</p>`,
  },
  {
    title: '收到可疑扫码时怎么办',
    type: '1',
    content: `<p>同一个码在多处反复出现，或在短时间内跨越很远的距离，系统会把它标为<strong>可疑</strong>。可疑不等于假货，请先核对再处理。</p>
<ul><li>打开“码记录”，查看这个码历次扫码的时间和地点。</li><li>确认码已外流时，在码的页面<strong>冻结</strong>它，之后的扫码会提示消费者联系客服。</li><li>整批都有问题时，由审批员<strong>召回</strong>批次；召回不能撤销。</li></ul>`,
  },
];
