import { SimpleGrid, Stack } from '@mantine/core'
import { LockoutsCard } from '#web/accounts/lockouts/lockouts-card.tsx'
import { RequiredRolesCard } from '#web/accounts/second-factor/required-roles-card.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { useRole } from '#web/kit/page/role.ts'
import { SchoolSettingsLink } from '#web/school/settings/settings-link.tsx'
import { AccountCards } from './account-cards.tsx'
import { ProgramVersion } from './program-version.tsx'

/** The admin's account, which has no profile. */
export function AdminAccountPage() {
  const role = useRole()
  return (
    <Page title="Account">
      <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
        <Stack>
          <AccountCards role={role} />
        </Stack>
        <Stack>
          <SchoolSettingsLink />
          <LockoutsCard />
          <RequiredRolesCard />
        </Stack>
      </SimpleGrid>
      <ProgramVersion />
    </Page>
  )
}
