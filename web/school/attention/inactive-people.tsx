import { useSearchParams } from 'react-router'
import type { InvitationDates } from '#contract/accounts/links/invitation-dates.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { inactiveDays } from '#contract/limits/accounts.ts'
import {
  type AtRiskCounts,
  type InactivePerson,
  InactivityReason,
  listInactivePeople,
} from '#contract/school/at-risk.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { useNow } from '#web/kit/live/now.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { formatDaysFromNow } from '#web/kit/ui/dates/dates.ts'
import { formatInvitationStatus } from '#web/kit/ui/invitation.ts'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '../api.ts'
import { AttentionCard, AttentionRow } from './attention-card.tsx'
import { ExpandableList } from './expandable-list.tsx'
import { FilterLinks } from './filter-links.tsx'

/** People who were invited and never signed in, and those who have not signed in for long. */
export function InactivePeople({ absent }: { absent: AtRiskCounts['absent'] }) {
  const [params] = useSearchParams()
  const { data: why } = InactivityReason.safeParse(params.get('absent'))
  const list = usePaginatedList(listInactivePeople, { query: { why } }, { keepPrevious: true })
  const people = absent.invited + absent.away
  const all = { label: 'Unverified students', to: paths.studentsIn('unverified') }
  return (
    <AttentionCard
      title={`${formatCount(people, 'person has', 'people have')} not signed in lately`}
      all={absent.invited > 0 ? all : undefined}
    >
      <FilterLinks
        label="Since when"
        by="absent"
        counts={[
          ['invited', 'Never signed in', absent.invited],
          ['away', `Not in ${inactiveDays} days`, absent.away],
        ]}
      />
      <ExpandableList label="People who have not signed in lately" list={list} getKey={getKey}>
        {drawPerson}
      </ExpandableList>
    </AttentionCard>
  )
}

const getKey = ({ _id }: InactivePerson) => _id
const drawPerson = (person: InactivePerson) => <Person person={person} />

/** When they were last invited, if that was not the first time. */
function formatLastInvitation(
  invitation: InvitationDates,
  first: string,
  now: number,
  timeZone: string,
) {
  const { ago, link, isOver } = formatInvitationStatus(invitation, now, timeZone)
  if (isOver) return link
  return ago === first ? undefined : `last invited ${ago}`
}

function Person({ person }: { person: InactivePerson }) {
  const [now, timeZone] = [useNow(), useSchoolZone()]
  const { name, role, invitedAt, lastSeenAt, invitation } = person
  const ago = (instant: string) => formatDaysFromNow(Date.parse(instant), now, timeZone)
  const invited = ago(invitedAt)
  const came = lastSeenAt === null ? 'no known sign-in' : `last seen ${ago(lastSeenAt)}`
  return (
    <AttentionRow
      picture={<Avatar person={person} size={32} />}
      name={name}
      to={paths.person(role, person._id)}
      facts={[
        `${role.charAt(0).toUpperCase()}${role.slice(1)}`,
        ...(invitation
          ? [`invited ${invited}`, formatLastInvitation(invitation, invited, now, timeZone)]
          : [came]),
      ]
        .filter(Boolean)
        .join(', ')}
    />
  )
}
