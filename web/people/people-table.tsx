import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import type { ListedPerson } from '#contract/people.ts'
import type { AddableRole } from '#contract/roles.ts'
import type { Choice } from '#web/kit/list/choice.ts'
import type { Column } from '#web/kit/list/columns.ts'
import type { Sorting } from '#web/kit/list/sort.ts'
import { TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { Clipped } from '#web/kit/look/clipped.tsx'
import { StateDot } from '#web/kit/look/states/state-dot.tsx'
import { StatePill } from '#web/kit/look/states/state-pill.tsx'
import { twoDigits } from '#web/kit/look/week.ts'
import { paths } from '#web/paths.ts'
import styles from './people-table.module.css'
import { PersonName } from './person-name.tsx'

type Props = {
  listed: AddableRole
  people: ListedPerson[]
  /** By their ids those who cannot sign in after too many failed logins. */
  locked: { has: (id: string) => boolean }
  /** What can be done about somebody; the same function each time spares drawing. */
  actionFor: (person: ListedPerson) => ReactNode
  sorting: Sorting
  choice: Choice<ListedPerson>
}

/** People with what can be done about each; only students have a domain, a week and reviews. */
export function PeopleTable({ listed, people, locked, actionFor, sorting, choice }: Props) {
  const columns = useMemo(() => columnsFor(listed, locked, actionFor), [listed, locked, actionFor])
  return (
    <TableOrCards
      label={`${listed}s`}
      items={people}
      keyOf={keyOf}
      columns={columns}
      sorting={sorting}
      choice={choice}
    />
  )
}

const keyOf = (person: ListedPerson) => person._id

function columnsFor(
  listed: AddableRole,
  locked: Props['locked'],
  actionFor: Props['actionFor'],
): Column<ListedPerson>[] {
  const nameOf = (person: ListedPerson) => ({
    person,
    leadsTo: listed === 'student' ? paths.studentReviews(person._id) : undefined,
    isLocked: locked.has(person._id),
  })
  return [
    { header: 'no', cell: (_, index) => index + 1, width: 56, priority: 'low', isNumber: true },
    {
      header: 'name',
      cell: (person) => <PersonName {...nameOf(person)} />,
      onCard: (person) => <PersonName {...nameOf(person)} saysUnverified />,
      ...{ width: 176, grows: true, sort: 'name', card: 'title' },
    },
    {
      header: 'email',
      cell: (person) => <Email person={person} />,
      ...{ width: 180, grows: 3, priority: 'high', sort: 'email', card: 'fact' },
    },
    {
      header: 'verified',
      cell: ({ isProfileVerified }) =>
        isProfileVerified ? 'Yes' : <StatePill sign="empty">No</StatePill>,
      ...{ width: 104, priority: 'medium', sort: 'verified' },
    },
    ...columnsOf[listed],
    { header: 'Action', cell: actionFor, width: 132, card: 'action-beside' },
  ]
}

const ofStudents: Column<ListedPerson>[] = [
  {
    header: 'Domain',
    cell: ({ domain }) => domain?.name ?? '–',
    ...{ width: 160, priority: 'medium', sort: 'domain', card: 'fact' },
  },
  {
    header: 'Week',
    cell: ({ week }) => (week === null ? '–' : twoDigits(week)),
    ...{ width: 72, isNumber: true, priority: 'high', sort: 'week', card: 'fact' },
  },
]

const ofAdvisors: Column<ListedPerson>[] = [
  {
    header: 'Students',
    cell: ({ students }) => students?.toLocaleString('en'),
    ...{ width: 104, isNumber: true, priority: 'high', sort: 'students', card: 'fact' },
  },
  {
    header: 'Overdue',
    cell: ({ overdueReviews }) => <Overdue reviews={overdueReviews ?? 0} />,
    ...{ width: 112, isNumber: true, priority: 'high', sort: 'overdue', card: 'fact' },
  },
]

const columnsOf = { student: ofStudents, advisor: ofAdvisors, reviewer: [] }

/** Its colour comes with the word of the column's heading. */
function Overdue({ reviews }: { reviews: number }) {
  if (reviews === 0) return '0'
  return <StateDot colour="red">{reviews.toLocaleString('en')}</StateDot>
}

/** The address, and why the last mail did not get there. */
function Email({ person: { email, failedMail } }: { person: ListedPerson }) {
  if (!failedMail) return <Clipped text={email} />
  return (
    <span className={styles.email}>
      <Clipped text={email} />
      <Link
        to={paths.mailsTo(email)}
        className={styles.failed}
        title={failedMail.answer}
        aria-label="Mail not delivered"
      >
        <StatePill colour="red">Not delivered</StatePill>
      </Link>
    </span>
  )
}
