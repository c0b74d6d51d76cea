import { Group, Text } from '@mantine/core'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import type { PersonDetails } from '#contract/people/people.ts'
import { useNow } from '#web/kit/live/now.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { formatDaysFromNow } from '#web/kit/ui/dates/dates.ts'
import { formatInvitationStatus } from '#web/kit/ui/invitation.ts'
import { PersonEmail } from '#web/people/person-email.tsx'
import { useSchoolZone } from '#web/school/api.ts'

/** A person in one line: address, domains, and whether they have accepted the invitation. */
export function PersonHeader({ person }: { person: PersonDetails }) {
  const [now, timeZone] = [useNow(), useSchoolZone()]
  const { domains, week, role, firstAdvisor, hasSecondFactor, invitedAt, invitation } = person
  const first = `invited ${formatDaysFromNow(Date.parse(invitedAt), now, timeZone)}`
  const last = invitation && formatInvitationStatus(invitation, now, timeZone)
  const facts = [
    domains.map(({ name }) => name).join(', '),
    role === 'student' && week !== null && `week ${formatWeekNumber(week)}`,
    firstAdvisor && `advisor ${firstAdvisor.name}`,
    hasSecondFactor && 'second factor on',
    ...(last ? [first, !first.endsWith(last.ago) && `last invited ${last.ago}`, last.link] : []),
  ]
  const said = facts.filter(Boolean).join(' · ')
  return (
    <Group gap={12} wrap="nowrap">
      <Avatar person={person} />
      <div style={{ minWidth: 0 }}>
        <PersonEmail person={person} />
        {said && (
          <Text c="dimmed" style={{ fontVariantNumeric: 'tabular-nums' }}>
            {said.charAt(0).toUpperCase() + said.slice(1)}
          </Text>
        )}
      </div>
    </Group>
  )
}
