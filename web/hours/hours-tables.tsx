import { Anchor, Stack, Title } from '@mantine/core'
import { Link, useSearchParams } from 'react-router'
import type { HoursRow } from '#contract/hours.ts'
import type { Column } from '#web/kit/list/columns.ts'
import { TableOrCards } from '#web/kit/list/table-or-cards.tsx'
import { formatFullDate } from '#web/kit/ui/dates/dates.ts'
import {
  type Counts,
  formatCallTime,
  formatWithoutTimes,
  lacksTimes,
  type ReviewerHours,
  sumByReviewer,
  withoutTimesLabel,
} from './hours-sums.ts'

/** The sums of each reviewer, and the days that they come from; one reviewer has only days. */
export function HoursTables({ rows, isOne }: { rows: HoursRow[]; isOne: boolean }) {
  const isLacking = lacksTimes(rows)
  const columnsOf = <T,>(columns: Column<T>[]) =>
    isLacking ? columns : columns.filter(({ header }) => header !== withoutTimesLabel)
  const days = (
    <TableOrCards
      label="Hours by day"
      items={rows}
      getKey={({ date, email, domain }) => `${date} ${email} ${domain}`}
      columns={columnsOf(isOne ? ownDayColumns : dayColumns)}
    />
  )
  if (isOne) return days
  return (
    <Stack gap="lg">
      <TableOrCards
        label="Hours by reviewer"
        items={sumByReviewer(rows)}
        getKey={({ email }) => email}
        columns={columnsOf(reviewerColumns)}
      />
      <Title order={2}>By day and domain</Title>
      {days}
    </Stack>
  )
}

function countColumns<T extends Counts>(): Column<T>[] {
  return [
    { header: 'Reviews', cell: ({ held }) => held, width: 88, isNumber: true, card: 'fact' },
    {
      header: 'Hours',
      cell: formatCallTime,
      onCard: (row) =>
        [formatCallTime(row), row.withoutTimes > 0 && `(${formatWithoutTimes(row)} without times)`]
          .filter(Boolean)
          .join(' '),
      width: 120,
      isNumber: true,
      card: 'fact',
    },
    {
      header: withoutTimesLabel,
      cell: formatWithoutTimes,
      width: 150,
      isNumber: true,
      priority: 'medium',
    },
    {
      header: 'No-shows',
      cell: ({ studentNoShows, reviewerNoShows }) => formatNoShows(studentNoShows, reviewerNoShows),
      onCard: ({ studentNoShows, reviewerNoShows }) => {
        const said = formatNoShows(studentNoShows, reviewerNoShows)
        return said && `No-shows: ${said}`
      },
      width: 200,
      priority: 'high',
      card: 'fact',
    },
  ]
}

/** Who did not come how often: '2 by students, 1 own'. */
function formatNoShows(students: number, reviewers: number): string {
  const said = [students > 0 && `${students} by students`, reviewers > 0 && `${reviewers} own`]
  return said.filter(Boolean).join(', ')
}

/** A reviewer's name, which leads to their hours alone, to print. */
function ReviewerLink({ reviewer, email }: ReviewerHours) {
  const [params] = useSearchParams()
  const only = new URLSearchParams(params)
  only.set('reviewer', email)
  return (
    <Anchor
      component={Link}
      to={`?${only}`}
      inherit
      underline="always"
      // The link disappears with the list.
      onClick={() => document.querySelector('h1')?.focus({ preventScroll: true })}
    >
      {reviewer}
    </Anchor>
  )
}

const reviewerColumns: Column<ReviewerHours>[] = [
  {
    header: 'Reviewer',
    cell: (hours) => <ReviewerLink {...hours} />,
    width: 160,
    grows: true,
    card: 'title',
  },
  ...countColumns<ReviewerHours>(),
]

const dateColumn: Column<HoursRow> = {
  header: 'Date',
  cell: ({ date }) => formatFullDate(date),
  width: 152,
  card: 'title',
}
const domainColumn: Column<HoursRow> = {
  header: 'Domain',
  cell: ({ domain }) => domain,
  width: 120,
  grows: true,
  priority: 'medium',
  card: 'fact',
}

const ownDayColumns = [dateColumn, domainColumn, ...countColumns<HoursRow>()]
const dayColumns: Column<HoursRow>[] = [
  dateColumn,
  { header: 'Reviewer', cell: ({ reviewer }) => reviewer, width: 140, grows: true, card: 'title' },
  domainColumn,
  ...countColumns<HoursRow>(),
]
