import { Anchor, Badge, Group, Text } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import type { ListedPerson } from '#contract/people.ts'
import type { AddableRole } from '#contract/roles.ts'
import { type Column, TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { twoDigits } from '#web/kit/look/week.ts'
import { paths } from '#web/paths.ts'

type Props = {
  listed: AddableRole
  people: ListedPerson[]
  /** By their ids those who cannot sign in after too many failed logins. */
  locked: { has: (id: string) => boolean }
  /** What can be done about somebody; the same function each time spares drawing. */
  actionFor: (person: ListedPerson) => ReactNode
}

/** People with what can be done about each; only students have a domain, a week and reviews. */
export function PeopleTable({ listed, people, locked, actionFor }: Props) {
  const columns = useMemo(() => columnsFor(listed, locked, actionFor), [listed, locked, actionFor])
  return <TableOrCards label={`${listed}s`} items={people} keyOf={keyOf} columns={columns} />
}

const keyOf = (person: ListedPerson) => person._id

function columnsFor(
  listed: AddableRole,
  locked: Props['locked'],
  actionFor: Props['actionFor'],
): Column<ListedPerson>[] {
  const ofStudents: Column<ListedPerson>[] = [
    { header: 'Domain', cell: ({ domain }) => domain?.name ?? '–' },
    { header: 'Week', width: 80, cell: ({ week }) => (week === null ? '–' : twoDigits(week)) },
  ]
  return [
    { header: 'no', width: 60, cell: (_, index) => index + 1 },
    {
      header: 'name',
      cell: (person) => <Name person={person} listed={listed} isLocked={locked.has(person._id)} />,
    },
    { header: 'email', width: '26%', cell: (person) => <Email person={person} /> },
    {
      header: 'verified',
      width: 108,
      cell: ({ isProfileVerified }) => (isProfileVerified ? 'Yes' : 'No'),
    },
    ...(listed === 'student' ? ofStudents : []),
    { header: 'Action', width: 156, cell: actionFor },
  ]
}

type NameProps = { person: ListedPerson; listed: AddableRole; isLocked: boolean }

/** The name; a student's leads to their reviews. */
function Name({ person, listed, isLocked }: NameProps) {
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
      {isBlocked && <State text="Blocked" />}
      {isLocked && <State text="Login locked" />}
    </Group>
  )
}

/** The address, and why the last mail did not get there. */
function Email({ person: { email, failedMail } }: { person: ListedPerson }) {
  if (!failedMail) return email
  return (
    <>
      {email}
      <Text component="div" size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Anchor component={Link} to={paths.mailsTo(email)} inherit underline="always" c="red">
          Mail not delivered
        </Anchor>
        : {failedMail.answer}
      </Text>
    </>
  )
}

function State({ text }: { text: string }) {
  return (
    <Badge variant="outline" color="gray" c="inherit" component="span">
      {text}
    </Badge>
  )
}
