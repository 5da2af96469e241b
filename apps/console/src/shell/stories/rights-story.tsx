import { useContext } from 'react';
import { useTranslations } from '../../data/i18n.ts';
import { Can, RightsContext, rightsOf } from '../../data/permission.tsx';
import { Case, Story } from './story.tsx';

const permissions = ['system:notice:list', 'manage:batch:add', 'tool:gen:edit'];
const roles = ['admin', 'planner'];

/** The six permission checks and the gate, for the current user. */
export default function RightsStory() {
  const t = useTranslations();
  const rights = useContext(RightsContext);
  const checks = rightsOf(rights);
  const answer = (yes: boolean) => t(yes ? 'kit.yes' : 'kit.no');
  return (
    <>
      <Story
        name="usePermissions"
        note={t('kit.story.youHold', { roles: rights.roles.join(t('kit.joint')), count: rights.permissions.length })}
      >
        {permissions.map((permission) => (
          <Case key={permission} label={<span className="mono-text">hasPermi</span>}>
            <span className="mono-text">{permission}</span> · {answer(checks.hasPermi(permission))}
          </Case>
        ))}
        <Case label={<span className="mono-text">hasPermiOr</span>}>{answer(checks.hasPermiOr(permissions))}</Case>
        <Case label={<span className="mono-text">hasPermiAnd</span>}>{answer(checks.hasPermiAnd(permissions))}</Case>
        <Case label={<span className="mono-text">hasRole</span>}>
          <span className="mono-text">planner</span> · {answer(checks.hasRole('planner'))}
        </Case>
        <Case label={<span className="mono-text">hasRoleOr</span>}>{answer(checks.hasRoleOr(roles))}</Case>
        <Case label={<span className="mono-text">hasRoleAnd</span>}>{answer(checks.hasRoleAnd(roles))}</Case>
      </Story>
      <Story name="Can" note={t('kit.story.can')}>
        <Case label={<span className="mono-text">do="manage:batch:add"</span>}>
          <Can do={['manage:batch:add']}>{t('kit.story.seen')}</Can>
        </Case>
        <Case label={<span className="mono-text">role="approver"</span>}>
          <Can role={['approver']}>{t('kit.story.seen')}</Can>
        </Case>
      </Story>
    </>
  );
}
