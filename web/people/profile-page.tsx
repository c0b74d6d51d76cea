import { Card, SimpleGrid, Stack } from '@mantine/core'
import { getProfile } from '#contract/people.ts'
import { Page } from '#web/kit/page.tsx'
import { useCall } from '#web/kit/query.ts'
import { useInvitedRole } from '#web/kit/role.ts'
import { Loaded, Skeletons } from '#web/kit/states.tsx'
import { ChangePassword } from './change-password.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** One's own profile, password and sessions. */
export function ProfilePage() {
  const role = useInvitedRole()
  return (
    <Page title="Profile">
      <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
        <Loaded query={useCall(getProfile[role])} skeleton={<Skeletons count={1} height={480} />}>
          {(profile) => <ProfileCard role={role} profile={profile} />}
        </Loaded>
        <Stack>
          <Card component="section" withBorder aria-labelledby="password">
            <ChangePassword role={role} />
          </Card>
          <SessionsCard role={role} />
        </Stack>
      </SimpleGrid>
    </Page>
  )
}
