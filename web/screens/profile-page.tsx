import { SimpleGrid, Stack } from '@mantine/core'
import { getProfile } from '#contract/people/profile.ts'
import { RebookingCard } from '#web/availability/rebooking-card.tsx'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { Page } from '#web/kit/page/page.tsx'
import { useNonAdminRole } from '#web/kit/page/role.ts'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { ProfileCard } from '#web/people/profile-card.tsx'
import { AccountCards } from './account-cards.tsx'
import { ProgramVersion } from './program-version.tsx'

/** The reader's profile, password, second factor and sessions. */
export function ProfilePage() {
  const role = useNonAdminRole()
  return (
    <Page title="Profile">
      <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
        <LoadedData
          query={useApiQuery(getProfile[role])}
          skeleton={<Skeletons count={1} height={480} />}
        >
          {(profile) => <ProfileCard role={role} profile={profile} />}
        </LoadedData>
        <Stack>
          {role === 'advisor' && <RebookingCard />}
          <AccountCards role={role} />
        </Stack>
      </SimpleGrid>
      <ProgramVersion />
    </Page>
  )
}
