import { Card, SimpleGrid, Stack } from '@mantine/core'
import { getProfile } from '#contract/people.ts'
import { ChangeEmailCard } from '#web/accounts/email/change-email-card.tsx'
import { SecondFactorCard } from '#web/accounts/second-factor/second-factor-card.tsx'
import { LostSlotsCard } from '#web/availability/lost-slots-card.tsx'
import { SubscribeCard } from '#web/calendar/subscribe/subscribe-card.tsx'
import { useCall } from '#web/kit/call/query.ts'
import { Page } from '#web/kit/page/page.tsx'
import { useInvitedRole } from '#web/kit/page/role.ts'
import { Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { NoticeSettingsCard } from '#web/notices/settings/settings-card.tsx'
import { ChangePassword } from '#web/people/change-password.tsx'
import { ProfileCard } from '#web/people/profile-card.tsx'
import { SessionsCard } from '#web/people/sessions-card.tsx'
import { ProgramVersion } from './program-version.tsx'

/** One's own profile, password, second factor and sessions. */
export function ProfilePage() {
  const role = useInvitedRole()
  return (
    <Page title="Profile">
      <SimpleGrid cols={{ base: 1, md: 2 }} style={{ alignItems: 'start' }}>
        <Loaded query={useCall(getProfile[role])} skeleton={<Skeletons count={1} height={480} />}>
          {(profile) => <ProfileCard role={role} profile={profile} />}
        </Loaded>
        <Stack>
          {role === 'advisor' && <LostSlotsCard />}
          <ChangeEmailCard role={role} />
          <Card component="section" withBorder aria-labelledby="password">
            <ChangePassword role={role} />
          </Card>
          <SecondFactorCard role={role} />
          <SubscribeCard role={role} />
          <SessionsCard role={role} />
          <NoticeSettingsCard role={role} />
        </Stack>
      </SimpleGrid>
      <ProgramVersion />
    </Page>
  )
}
