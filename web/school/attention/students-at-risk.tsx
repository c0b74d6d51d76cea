import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatCount } from '#contract/kit/text/plural.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { ConcernReason, concernReasons } from '#contract/progress/concern.ts'
import {
  type AtRiskCounts,
  listStudentsAtRisk,
  type StudentAtRisk,
} from '#contract/school/at-risk.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import { focusHeading } from '#web/kit/page/focus/focus.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { StateDot } from '#web/kit/ui/states/state-dot.tsx'
import { paths } from '#web/paths.ts'
import { concernLabels } from '#web/progress/api.ts'
import { atRiskId } from '../school-state.ts'
import styles from './attention-card.module.css'
import { AttentionCard, AttentionRow } from './attention-card.tsx'
import { ExpandableList } from './expandable-list.tsx'
import { FilterLinks } from './filter-links.tsx'
import type { RemindResponsiblePersonProps } from './remind-buttons.tsx'

type Props = {
  students: number
  atRisk: AtRiskCounts['atRisk']
  /** Whether the school has an active advisor to choose. */
  hasAdvisors: boolean
}

/** The students at risk, with the reasons; the address filters by reason. */
export function StudentsAtRisk({ students, atRisk, hasAdvisors }: Props) {
  const [params] = useSearchParams()
  const { data: reason } = ConcernReason.safeParse(params.get('risk'))
  const advisor = params.get('advisor') ?? undefined
  const list = usePaginatedList(
    listStudentsAtRisk,
    { query: { reason, advisor } },
    { keepPrevious: true },
  )
  const [one] = list.items ?? []
  // Lazy: the home's first paint needs no mutations and toasts.
  const Remind = useLazyComponent(
    async () => (await import('./remind-buttons.tsx')).RemindResponsiblePersonButton,
  )
  return (
    <AttentionCard
      id={atRiskId}
      title={`${formatCount(students, 'student is', 'students are')} at risk`}
    >
      <FilterLinks
        label="Why"
        by="risk"
        counts={concernReasons.map((one) => [one, concernLabels[one].text, atRisk[one]])}
      />
      {advisor && (
        <p className={styles.narrowed}>
          {one?.advisor ? (
            <>
              With <AdvisorLink {...one.advisor} />.
            </>
          ) : (
            'None for this advisor.'
          )}{' '}
          <Link to="?" preventScrollReset onClick={() => focusHeading()}>
            Show all
          </Link>
        </p>
      )}
      <ExpandableList label="Students at risk" list={list} getKey={getKey}>
        {(student) => drawStudent(student, hasAdvisors, Remind)}
      </ExpandableList>
    </AttentionCard>
  )
}

function AdvisorLink({ _id, name }: { _id: string; name: string }) {
  return <Link to={paths.person('advisor', _id)}>{name}</Link>
}

/** Whether the student has an active advisor. */
const hasAdvisor = ({ reasons }: StudentAtRisk) => !reasons.includes('no-advisor')

/** The most helpful action: another advisor, or the review, where admins can do everything else. */
function WayOut({ student, hasAdvisors }: { student: StudentAtRisk; hasAdvisors: boolean }) {
  const { _id, advisor, review } = student
  const [to, label] = hasAdvisor(student)
    ? [paths.reviewDetails('admin', review._id), 'Open the review']
    : advisor
      ? [paths.person('advisor', advisor._id), 'Hand over']
      : hasAdvisors
        ? [paths.person('student', _id), 'Choose an advisor']
        : [paths.addOneOf('advisor'), 'Add an advisor']
  return <Link to={to}>{label}</Link>
}

const getKey = ({ review }: StudentAtRisk) => review._id

function drawStudent(
  student: StudentAtRisk,
  hasAdvisors: boolean,
  Remind: ComponentType<RemindResponsiblePersonProps> | undefined,
) {
  const { _id, name, week, domain, advisor, reasons, toRemind } = student
  const facts = [`Week ${formatWeekNumber(week)}`, domain?.name].filter(Boolean).join(', ')
  return (
    <AttentionRow
      picture={<Avatar person={student} size={32} />}
      name={name}
      to={paths.person('student', _id)}
      facts={
        <>
          {facts}
          {advisor && (
            <>
              , with <AdvisorLink {...advisor} />
              {!hasAdvisor(student) && ' (blocked)'}
            </>
          )}
        </>
      }
    >
      {reasons.map((reason) => (
        <StateDot key={reason} colour={concernLabels[reason].colour}>
          {concernLabels[reason].text}
        </StateDot>
      ))}
      <WayOut student={student} hasAdvisors={hasAdvisors} />
      {toRemind && Remind && <Remind student={student} of={toRemind} />}
    </AttentionRow>
  )
}
