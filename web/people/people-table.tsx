import { Badge, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ListedPerson } from '#contract/people.ts'
import type { AddableRole } from '#contract/roles.ts'
import { type Column, TableOrCards } from '#web/kit/table-or-cards.tsx'
import { twoDigits } from '#web/kit/week.ts'

/** People with what can be done about each; only students have a domain and a week. */
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
        { header: 'name', cell: (person) => <Name {...person} /> },
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

function Name({ name, isBlocked }: ListedPerson) {
  return (
    <Group component="span" gap="xs" display="inline-flex">
      {name}
      {isBlocked && (
        <Badge variant="outline" color="gray" c="inherit" component="span">
          Blocked
        </Badge>
      )}
    </Group>
  )
}
