import { Text, VisuallyHidden } from '@mantine/core'
import { formatCount } from '#contract/kit/text/plural.ts'
import { countAllStudents } from '#contract/people/format-student-count.ts'
import type { ListedPerson } from '#contract/people/people.ts'
import {
  type AdvisorLoad,
  chooseAdvisors,
  getLoadsAfter,
  type ReviewToReassign,
} from '#contract/reviews/choose-advisors.ts'
import { PlainTable } from '#web/kit/list/plain-table.tsx'
import styles from './advisor-loads.module.css'

type Advisor = Pick<
  ListedPerson,
  '_id' | 'name' | 'students' | 'blockedStudents' | 'pausedStudents'
>

const toLoad = (advisor: Advisor): AdvisorLoad => ({
  id: advisor._id,
  students: advisor.students ?? 0,
  openReviews: countAllStudents(advisor),
})

/** The open review of a student who gets another advisor. */
export const toMovingReview = ({
  advisor,
  isBlocked,
  isPaused,
}: ListedPerson): ReviewToReassign => ({
  from: advisor?._id ?? null,
  isActive: !isBlocked && !isPaused,
})

/** The open reviews of all students of an advisor. */
export function getMovingReviews(advisor: Advisor): ReviewToReassign[] {
  const { id: from, students, openReviews } = toLoad(advisor)
  return Array.from({ length: openReviews }, (_, place) => ({ from, isActive: place < students }))
}

type Props = {
  /** Those who have the reviews now, and others. */
  advisors: Advisor[]
  /** Those among whom the reviews can be shared. */
  receivers: Advisor[]
  moving: ReviewToReassign[]
  /** As `chooseAdvisors`. */
  to: string | null
}

type Row = { _id: string; name: string; before: AdvisorLoad; after: AdvisorLoad }

/** The advisors shown as bars; the table has all of them. */
const shownMax = 8

/** Each advisor's students and open reviews before and after some of them move. */
export function AdvisorLoads({ advisors, receivers, moving, to }: Props) {
  const rows = getRows({ advisors, receivers, moving, to })
  const most = Math.max(1, ...rows.flatMap((row) => [row.before, row.after].map(getLength)))
  const shown = rows.slice(0, shownMax)
  const rest = rows.length - shown.length
  if (moving.length === 0) return null
  return (
    <div>
      <Text fw={500}>{getFinding(rows)}</Text>
      <ul className={styles.rows} aria-hidden="true">
        {shown.map(({ _id, name, before, after }) => (
          <li key={_id}>
            <span className={styles.name}>{name}</span>{' '}
            <Text span inherit c="dimmed">
              {before.students} → {formatCount(after.students, 'student', 'students')},{' '}
              {before.openReviews} → {formatCount(after.openReviews, 'open review', 'open reviews')}
            </Text>
            <Bar load={before} most={most} className={styles.before ?? ''} />
            <Bar load={after} most={most} className={styles.after ?? ''} />
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed" aria-hidden="true">
        {rest > 0 && `And ${formatCount(rest, 'more advisor', 'more advisors')}. `}
        Grey: now. In colour: afterwards. Pale: open reviews of paused or blocked students, who are
        not counted as students here.
      </Text>
      <VisuallyHidden>
        <PlainTable
          label="Students and open reviews of each advisor"
          headers={[
            'Advisor',
            ...['Students now', 'Students afterwards'],
            ...['Open reviews now', 'Open reviews afterwards'],
          ]}
          rows={rows.map(({ _id, name, before, after }) => ({
            key: _id,
            cells: [
              name,
              ...[before.students, after.students, before.openReviews, after.openReviews],
            ],
          }))}
        />
      </VisuallyHidden>
    </div>
  )
}

/** The longer of both parts, as an advisor can have no fewer open reviews than students. */
const getLength = ({ students, openReviews }: AdvisorLoad) => Math.max(students, openReviews)

type BarProps = { load: AdvisorLoad; most: number; className: string }

/** The students as a bar, and beyond them in a paler colour the other open reviews. */
function Bar({ load, most, className }: BarProps) {
  const toWidth = (count: number) => `${(count / most) * 100}%`
  return (
    <span className={`${styles.bar} ${className}`}>
      <span className={styles.students} style={{ width: toWidth(load.students) }} />
      <span className={styles.others} style={{ width: toWidth(getLength(load) - load.students) }} />
    </span>
  )
}

/** Those whose load changes come first, the fullest of them first. */
function getRows({ advisors, receivers, moving, to }: Props): Row[] {
  const chosen = chooseAdvisors(moving, receivers.map(toLoad), to)
  const moved = moving.map((review, place) => ({ ...review, to: chosen[place] ?? null }))
  const before = advisors.map(toLoad)
  const after = new Map(getLoadsAfter(before, moved).map((load) => [load.id, load]))
  const rows = advisors.map((advisor, place): Row => {
    const load = before[place] ?? toLoad(advisor)
    const { _id, name } = advisor
    return { _id, name, before: load, after: after.get(_id) ?? load }
  })
  const isReceiver = new Set(receivers.map(({ _id }) => _id))
  const shown = rows.filter((row) => getChange(row) > 0 || isReceiver.has(row._id))
  return shown.toSorted(
    (one, other) => getChange(other) - getChange(one) || other.after.students - one.after.students,
  )
}

const getChange = ({ before, after }: Row) => Math.abs(after.openReviews - before.openReviews)

/** Such as 'Ben then has 15 students.' or '4 advisors then have 12 to 14 students each.' */
function getFinding(rows: Row[]): string {
  if (rows.every((row) => getChange(row) === 0)) {
    return 'The number of students of each advisor stays the same.'
  }
  const receivers = rows.filter(({ before, after }) => after.openReviews > before.openReviews)
  const [one, ...others] = receivers
  if (!one) return 'These students then have no advisor.'
  const has = (count: number) => formatCount(count, 'student', 'students')
  if (others.length === 0) return `${one.name} then has ${has(one.after.students)}.`
  const counts = receivers.map(({ after }) => after.students)
  const [least, most] = [Math.min(...counts), Math.max(...counts)]
  const span = least === most ? has(most) : `${least} to ${has(most)}`
  return `${receivers.length} advisors then have ${span} each.`
}
