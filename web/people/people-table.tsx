import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import type { ListedPerson } from '#contract/people/people.ts'
import type { Role } from '#contract/roles.ts'
import type { Column } from '#web/kit/list/columns.ts'
import type { Selection } from '#web/kit/list/selection.ts'
import type { Sorting } from '#web/kit/list/sort.ts'
import { TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { type StateColour, StateDot } from '#web/kit/ui/states/state-dot.tsx'
import { StatePill } from '#web/kit/ui/states/state-pill.tsx'
import { TruncatedText } from '#web/kit/ui/text/truncated-text.tsx'
import { paths } from '#web/paths.ts'
import { InvitationState } from './invitation-state.tsx'
import styles from './people-table.module.css'
import { PersonEmail } from './person-email.tsx'
import { PersonName } from './person-name.tsx'

type Props = {
  listed: Role
  people: ListedPerson[]
  /** The ids of people locked out after failed logins. */
  locked: { has: (id: string) => boolean }
  /** The actions for a person. Memoize it: unchanged rows are then not rendered again. */
  actionFor: (person: ListedPerson) => ReactNode
  sorting: Sorting
  choice?: Selection<ListedPerson>
}

/**
 * A list of people with actions; only students have a week, and only they and reviewers a domain.
 */
export function PeopleTable({ listed, people, locked, actionFor, sorting, choice }: Props) {
  const columns = useMemo(() => columnsFor(listed, locked, actionFor), [listed, locked, actionFor])
  return (
    <TableOrCards
      label={`${listed}s`}
      items={people}
      getKey={getKey}
      columns={columns}
      sorting={sorting}
      {...(choice && { choice })}
    />
  )
}

const getKey = (person: ListedPerson) => person._id

function columnsFor(
  listed: Role,
  locked: Props['locked'],
  actionFor: Props['actionFor'],
): Column<ListedPerson>[] {
  const nameOf = (person: ListedPerson) => ({
    person,
    leadsTo: paths.person(listed, person._id),
    isLocked: locked.has(person._id),
  })
  return [
    { header: 'no', cell: (_, index) => index + 1, width: 56, priority: 'least', isNumber: true },
    {
      header: 'name',
      cell: (person) => <PersonName {...nameOf(person)} />,
      onCard: (person) => <PersonName {...nameOf(person)} saysUnverified />,
      width: 152,
      grows: true,
      sort: 'name',
      card: 'title',
    },
    {
      header: 'email',
      cell: (person) => <PersonEmail person={person} />,
      width: 190,
      // Students have more columns.
      preferredWidth: listed === 'student' ? 190 : 280,
      grows: true,
      priority: 'high',
      sort: 'email',
      card: 'fact',
    },
    {
      header: 'verified',
      cell: ({ isProfileVerified, invitation }) =>
        isProfileVerified ? (
          'Yes'
        ) : (
          <span className={styles.lines}>
            <StatePill sign="empty">No</StatePill>
            {invitation && <InvitationState invitation={invitation} />}
          </span>
        ),
      width: 112,
      priority: 'low',
      sort: 'verified',
    },
    ...columnsByRole[listed],
    { header: 'Action', cell: actionFor, width: 132, card: 'action-beside' },
  ]
}

const domainsIn = ({ domains }: ListedPerson) => domains.map(({ name }) => name).join(', ')

const ofStudents: Column<ListedPerson>[] = [
  {
    header: 'Domain',
    cell: (person) => domainsIn(person) || '–',
    onCard: (person) => domainsIn(person) || null,
    width: 152,
    priority: 'medium',
    sort: 'domain',
    card: 'fact',
  },
  {
    header: 'Week',
    cell: ({ week }) => (week === null ? '–' : formatWeekNumber(week)),
    onCard: ({ week }) => (week === null ? null : formatWeekNumber(week)),
    width: 68,
    isNumber: true,
    priority: 'high',
    sort: 'week',
    card: 'fact',
  },
  {
    header: 'Advisor',
    cell: ({ advisor }) =>
      advisor ? (
        <Link to={paths.person('advisor', advisor._id)} className={styles.link}>
          <TruncatedText text={advisor.name} />
        </Link>
      ) : (
        '–'
      ),
    width: 128,
    priority: 'low',
  },
]

const ofAdvisors: Column<ListedPerson>[] = [
  {
    header: 'Students',
    cell: ({ _id, name, students }) => (
      <Count of={students ?? 0} to={paths.person('advisor', _id)} what={`students of ${name}`} />
    ),
    width: 104,
    isNumber: true,
    priority: 'high',
    sort: 'students',
    card: 'fact',
  },
  {
    header: 'Overdue',
    cell: ({ _id, name, overdueReviews: of }) => (
      <Count
        of={of ?? 0}
        to={`${paths.person('advisor', _id)}?show=overdue`}
        what={`overdue of ${name}`}
        colour="red"
      />
    ),
    width: 112,
    isNumber: true,
    priority: 'high',
    sort: 'overdue',
    card: 'fact',
  },
]

const ofReviewers: Column<ListedPerson>[] = [
  {
    header: 'Domains',
    cell: (person) => domainsIn(person) || '–',
    onCard: (person) => domainsIn(person) || null,
    width: 200,
    priority: 'medium',
    card: 'fact',
  },
  {
    header: 'Booked',
    cell: ({ _id, name, bookedReviews: of }) => (
      <Count of={of ?? 0} to={paths.person('reviewer', _id)} what={`booked with ${name}`} />
    ),
    width: 96,
    isNumber: true,
    priority: 'high',
    card: 'fact',
  },
]

const columnsByRole = {
  student: ofStudents,
  advisor: ofAdvisors,
  reviewer: ofReviewers,
  admin: [],
}

type CountProps = { of: number; to: string; what: string; colour?: StateColour }

/** A number that links to its list; the colour repeats the column's heading. */
function Count({ of, to, what, colour }: CountProps) {
  if (of === 0) return '0'
  const figure = of.toLocaleString('en')
  return (
    <Link to={to} className={styles.link} aria-label={`${figure} ${what}`}>
      {colour ? <StateDot colour={colour}>{figure}</StateDot> : figure}
    </Link>
  )
}
