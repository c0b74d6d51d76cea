import { getNotificationSettings } from '#contract/notifications/delivery/settings.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { Page } from '#web/kit/page/page.tsx'
import { useRole } from '#web/kit/page/role.ts'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { useIsZoneSettled } from '#web/school/api.ts'
import { SettingsForm } from './settings-form.tsx'

export function NotificationSettingsPage() {
  const role = useRole()
  return (
    <Page
      title="Notification settings"
      crumbs={[{ label: 'Notifications', to: paths.notices(role) }]}
    >
      <Loaded
        query={useApiQuery(getNotificationSettings[role])}
        ready={useIsZoneSettled()}
        skeleton={<Skeletons count={2} height={320} />}
      >
        {(settings) => <SettingsForm role={role} saved={settings} />}
      </Loaded>
    </Page>
  )
}
