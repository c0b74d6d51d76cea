import { Anchor, Badge, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ListedPerson } from '#contract/people.ts'
import type { AddableRole } from '#contract/roles.ts'
import { paths } from '#web/kit/paths.ts'
import { type Column, TableOrCards } from '#web/kit/table-or-cards.tsx'
import { twoDigits } from '#web/kit/week.ts'

/** People with what can be done about each; only students have a domain, a week and reviews. */
export function PeopleTable({
  listed,
  people,
  actionFor,
}: {
  listed: AddableRole
  people: ListedPerson[]
  actionFor: (person: ListedPerson) => ReactNode
}) {
  const ofStudents: Column<ListedPerson>[] = [
    { header: 'Domain', cell: ({ domain }) => domain?.name ?? '–' },
    { header: 'Week', cell: ({ week }) => (week === null ? '–' : twoDigits(week)) },
  ]
  return (
    <TableOrCards
      label={`${listed}s`}
      items={people}
      keyOf={({ _id }) => _id}
      columns={[
        { header: 'no', cell: (_, index) => index + 1 },
        { header: 'name', cell: (person) => <Name person={person} listed={listed} /> },
        { header: 'email', cell: ({ email }) => email },
        {
          header: 'verified',
          cell: ({ isProfileVerified }) => (isProfileVerified ? 'Yes' : 'No'),
        },
        ...(listed === 'student' ? ofStudents : []),
        { header: 'Action', cell: actionFor },
      ]}
    />
  )
}

/** The name; a student's leads to their reviews. */
function Name({ person, listed }: { person: ListedPerson; listed: AddableRole }) {
  const { _id, name, isBlocked } = person
  return (
    <Group component="span" gap="xs" display="inline-flex">
      {listed === 'student' ? (
        <Anchor
          component={Link}
          to={paths.studentReviews(_id)}
          inherit
          underline="always"
          style={{ display: 'inline-block', paddingBlock: 12 }}
        >
          {name}
        </Anchor>
      ) : (
        name
      )}
      {isBlocked && (
        <Badge variant="outline" color="gray" c="inherit" component="span">
          Blocked
        </Badge>
      )}
    </Group>
  )
}
