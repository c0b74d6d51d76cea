import { Card, SimpleGrid, Stack } from '@mantine/core'
import { ChangeEmailCard } from '#web/accounts/email/change-email-card.tsx'
import { LocksCard } from '#web/accounts/locks/locks-card.tsx'
import { RequiredRolesCard } from '#web/accounts/second-factor/required-roles-card.tsx'
import { SecondFactorCard } from '#web/accounts/second-factor/second-factor-card.tsx'
import { SubscribeCard } from '#web/calendar/subscribe/subscribe-card.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { useRole } from '#web/kit/page/role.ts'
import { NoticeSettingsCard } from '#web/notices/settings/settings-card.tsx'
import { ChangePassword } from '#web/people/change-password.tsx'
import { SessionsCard } from '#web/people/sessions-card.tsx'
import { SchoolSettingsCard } from '#web/school/settings/settings-card.tsx'
import { ProgramVersion } from './program-version.tsx'

/** What an admin has in the place of a profile, and beside it what concerns everybody's login. */
export function AccountPage() {
  const role = useRole()
  return (
    <Page title="Account">
      <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
        <Stack>
          <ChangeEmailCard role={role} />
          <Card component="section" withBorder aria-labelledby="password">
            <ChangePassword role={role} />
          </Card>
          <SecondFactorCard role={role} />
          <SubscribeCard role={role} />
          <SessionsCard role={role} />
          <NoticeSettingsCard role={role} />
        </Stack>
        <Stack>
          <SchoolSettingsCard />
          <LocksCard />
          <RequiredRolesCard />
        </Stack>
      </SimpleGrid>
      <ProgramVersion />
    </Page>
  )
}
