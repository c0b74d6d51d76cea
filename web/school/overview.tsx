import { Card, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#contract/kit/text/plural.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { type ListedMail, listMails } from '#contract/mails.ts'
import { type AtRiskCounts, getAtRiskCounts } from '#contract/school/at-risk.ts'
import type { SchoolSummary } from '#contract/school/summary.ts'
import { useApiQuery, usePaginatedList } from '#web/kit/api/hooks.ts'
import { BarList } from '#web/kit/charts/bar-list.tsx'
import { ChartCard, type ChartTableColumn } from '#web/kit/charts/chart-card.tsx'
import { LoadedData } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { AttentionCard, AttentionRow } from './attention/attention-card.tsx'
import { attentionSkeleton } from './attention/attention-skeleton.tsx'
import { ExpandableList } from './attention/expandable-list.tsx'
import { InactivePeople } from './attention/inactive-people.tsx'
import { OverdueByAdvisor } from './attention/overdue-by-advisor.tsx'
import { StudentsAtRisk } from './attention/students-at-risk.tsx'
import { WeeksWithoutTask } from './attention/weeks-without-task.tsx'
import { formatWeeks, getChartHeadline, groupWeeks } from './charts/week-ranges.ts'
import styles from './count-tiles.module.css'
import { isSetUp } from './school-state.ts'

/** The part of the home below the advice: who needs help, and the school's numbers. */
export function Overview({ summary }: { summary: SchoolSummary }) {
  const { mailsFailed, mailsDelayed, hasMailServer, studentsByWeek } = summary
  return (
    <Attention
      mailsFailed={mailsFailed}
      allMailsSent={hasMailServer && mailsDelayed === 0}
      isRunning={isSetUp(summary)}
      hasAdvisors={summary.activeAdvisors > 0}
    >
      <CountTiles summary={summary} />
      {studentsByWeek.length > 0 && <StudentsByWeek rows={studentsByWeek} />}
    </Attention>
  )
}

/** The school's numbers, as links to their lists. */
function CountTiles({ summary }: { summary: SchoolSummary }) {
  const counts: [label: string, count: number, to: string][] = [
    ['Students', summary.students, paths.studentList],
    ['Advisors', summary.advisors, paths.advisorList],
    ['Reviewers', summary.reviewers, paths.reviewerList],
    ['Domains', summary.domains, paths.domainList],
  ]
  return (
    <Card component="dl" withBorder className={styles.counts ?? ''}>
      {counts.map(([label, count, to]) => (
        <Stack
          key={label}
          gap={0}
          justify="space-between"
          style={{ fontVariantNumeric: 'tabular-nums' }}
        >
          <Text component="dt" c="dimmed" size="sm">
            {label}
          </Text>
          <Text component="dd" m={0} fz="h2" fw={600}>
            <Link to={to} className={styles.link} aria-label={`${label}: ${count}`}>
              {count.toLocaleString('en')}
            </Link>
          </Text>
        </Stack>
      ))}
    </Card>
  )
}

type Row = SchoolSummary['studentsByWeek'][number]

/** How many students are in which week. */
function StudentsByWeek({ rows }: { rows: Row[] }) {
  return (
    <ChartCard
      id="students-by-week"
      title={getChartHeadline(rows)}
      caption="Students who have joined and take part, in each week"
      tableTitle="Show as a table, by domain"
      rows={rows}
      getKey={({ domainId, week }) => `${domainId} ${week}`}
      columns={columns}
    >
      <BarList
        label="Students by week"
        bars={groupWeeks(rows).map(({ from, to, students }) => ({
          key: String(from),
          name: formatWeeks(from, to),
          value: students,
          shown: students.toLocaleString('en'),
          noun: students === 1 ? 'student' : 'students',
          to: paths.studentsInWeeks(from, to),
        }))}
      />
    </ChartCard>
  )
}

const columns: ChartTableColumn<Row>[] = [
  { header: 'Domain', value: ({ domain }) => domain },
  { header: 'Week', value: ({ week }) => week, cell: ({ week }) => formatWeekNumber(week) },
  {
    header: 'Students',
    value: ({ students }) => students,
    cell: (row) => <InWeek {...row} />,
  },
]

/** A domain's students in a week, as a link. */
function InWeek({ domainId, domain, week, students }: Row) {
  const who = `${formatCount(students, 'student', 'students')} in week ${formatWeekNumber(week)} of ${domain}`
  return (
    <Link to={paths.studentsOf(domainId, week)} className={styles.figure} aria-label={who}>
      {students.toLocaleString('en')}
    </Link>
  )
}

type Props = {
  /** How many mails failed for good. */
  mailsFailed: number
  /** Whether the mail server has taken all mails that were due. */
  allMailsSent: boolean
  isRunning: boolean
  /** Whether students without an advisor can be given one. */
  hasAdvisors: boolean
  /** The content below, rendered together with the cards that would move it. */
  children: ReactNode
}

/** The cards of who needs help, by reason; empty cards are left out. */
function Attention({ children, ...about }: Props) {
  const query = useApiQuery(getAtRiskCounts)
  return (
    <>
      <LoadedData query={query} skeleton={attentionSkeleton}>
        {(need) => (
          <>
            <Parts need={need} {...about} />
            {children}
          </>
        )}
      </LoadedData>
      {query.isLoadingError && children}
    </>
  )
}

type PartsProps = Omit<Props, 'children'> & { need: AtRiskCounts }

function Parts({ need, mailsFailed, allMailsSent, isRunning, hasAdvisors }: PartsProps) {
  const { studentsAtRisk, atRisk, absent, overdueByAdvisor, weeksWithoutTask } = need
  const isAbsent = absent.invited + absent.away > 0
  const isQuiet = studentsAtRisk === 0 && weeksWithoutTask.length === 0 && !isAbsent
  if (isQuiet && mailsFailed === 0) {
    const mails = allMailsSent ? ', and all emails were sent' : ''
    return isRunning && <Text c="dimmed">No student is at risk{mails}.</Text>
  }
  return (
    <>
      {studentsAtRisk > 0 && (
        <StudentsAtRisk students={studentsAtRisk} atRisk={atRisk} hasAdvisors={hasAdvisors} />
      )}
      <div className={styles.columns}>
        <Stack gap="lg">
          {overdueByAdvisor.length > 0 && (
            <OverdueByAdvisor rows={overdueByAdvisor} reviews={atRisk.overdue} />
          )}
          {weeksWithoutTask.length > 0 && <WeeksWithoutTask weeks={weeksWithoutTask} />}
          {mailsFailed > 0 && <FailedMails count={mailsFailed} />}
        </Stack>
        {isAbsent && <InactivePeople absent={absent} />}
      </div>
    </>
  )
}

/** The undelivered mails, and why they failed. */
function FailedMails({ count }: { count: number }) {
  const list = usePaginatedList(listMails, { query: { state: 'failed' } })
  return (
    <AttentionCard
      title={
        <Link to={paths.mailsIn('failed')}>
          {formatCount(count, 'email was', 'emails were')} not delivered
        </Link>
      }
    >
      <ExpandableList label="Emails not delivered" list={list} getKey={getKey}>
        {drawMail}
      </ExpandableList>
    </AttentionCard>
  )
}

const getKey = ({ _id }: ListedMail) => _id

function drawMail({ to, person, subject, answer }: ListedMail) {
  const facts = [subject, answer].filter(Boolean).join(': ')
  const path = person ? paths.person(person.role, person._id) : paths.mailsTo(to)
  return <AttentionRow name={person?.name ?? to} to={path} facts={facts} />
}
