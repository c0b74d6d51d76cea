import { Text } from '@mantine/core'
import type { InvitationDates } from '#contract/accounts/links/invitation-dates.ts'
import { useNow } from '#web/kit/live/now.ts'
import { formatInvitationStatus } from '#web/kit/ui/invitation.ts'
import { useSchoolZone } from '#web/school/api.ts'

/** When a listed person was last invited, or that the invitation has expired. */
export function InvitationState({ invitation }: { invitation: InvitationDates }) {
  const { ago, link, isOver } = formatInvitationStatus(invitation, useNow(), useSchoolZone())
  return (
    <Text component="span" size="xs" c="dimmed" title={`Invited ${ago}, ${link}`}>
      {isOver ? link : `invited ${ago}`}
    </Text>
  )
}
