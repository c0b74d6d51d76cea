import { Card, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { listOwnReviews } from '#contract/reviews/reviews.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { type MarkPoint, MarksChart } from '#web/kit/charts/marks-by-week-chart.tsx'
import { useLazyComponent } from '#web/kit/lazy/use-lazy-component.ts'
import { getHeadline, toMarkPoints } from './marks-trend.ts'
import { ProgressSkeleton } from './progress-skeleton.tsx'

/** The marks of the reader's reviews so far. */
export function OwnMarksCard() {
  const { data: reviews, isPending } = useApiQuery(listOwnReviews)
  if (isPending) return <ProgressSkeleton />
  if (!reviews) return null
  return <MarksCard points={toMarkPoints(reviews)} isOwn />
}

/** The marks of some reviews: a summary, a chart and a table. */
export function MarksCard({ points, isOwn = false }: { points: MarkPoint[]; isOwn?: boolean }) {
  return (
    <Card component="section" withBorder>
      <Stack>
        <Title order={2}>{getHeadline(points, isOwn)}</Title>
        {points.length === 0 && <Text c="dimmed">They appear here after your first review.</Text>}
        {points.length > 1 && <MarksChart points={points} />}
        {points.length > 0 && <MarksTable points={points} />}
      </Stack>
    </Card>
  )
}

function MarksTable({ points }: { points: MarkPoint[] }) {
  const [wasOpened, setWasOpened] = useState(false)
  return (
    <details onToggle={() => setWasOpened(true)}>
      <summary style={{ minHeight: 44, alignContent: 'center' }}>Show the marks as a table</summary>
      {wasOpened && <Marks points={points} />}
    </details>
  )
}

function Marks({ points }: { points: MarkPoint[] }) {
  const DataTable = useLazyComponent(
    async () => (await import('#web/kit/list/plain-table.tsx')).PlainTable,
  )
  if (!DataTable) return <Skeleton height={44 * points.length} />
  return (
    <DataTable
      label="Marks by week"
      headers={['Week', 'Code', 'Theory']}
      rows={points.map(({ _id, week, code, theory }) => ({
        key: _id,
        cells: [formatWeekNumber(week), code, theory],
      }))}
    />
  )
}
