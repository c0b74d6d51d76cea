import { SimpleGrid } from '@mantine/core'
import type { WeekInsight } from '#contract/insight.ts'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { ChartCard, type ChartTableColumn } from '#web/kit/charts/chart-card.tsx'
import { MarksChart } from '#web/kit/charts/marks-by-week-chart.tsx'
import { type WeekColumn, WeekColumns } from '#web/kit/charts/week-columns.tsx'
import {
  countSlotsOfWeek,
  type Finding,
  findDelay,
  findLowMarks,
  findNoShows,
  findRepeats,
  formatShare,
  getRepeatShare,
  hasMarks,
} from './findings.ts'

type Column = ChartTableColumn<WeekInsight>

const weekColumn: Column = {
  header: 'Week',
  value: ({ week }) => week,
  cell: ({ week }) => formatWeekNumber(week),
}
const heldColumn: Column = { header: 'Reviews', value: ({ held }) => held }

/** A chart of columns by week, and the columns of its table beside week and reviews. */
type WeekChart = {
  id: string
  caption: string
  find: (weeks: WeekInsight[]) => Finding
  value: (week: WeekInsight) => number
  show: (value: number, week: WeekInsight) => string
  columns: Column[]
}

const charts: WeekChart[] = [
  {
    id: 'repeats-by-week',
    caption: 'Share of students who repeat the week',
    find: findRepeats,
    value: getRepeatShare,
    show: formatShare,
    columns: [
      { header: 'Students', value: ({ students }) => students },
      { header: 'Repeats', value: ({ repeats }) => repeats },
      { header: 'Critical', value: ({ critical }) => critical },
    ],
  },
  {
    id: 'days-by-week',
    caption: 'Days from the due date to the review (median)',
    find: findDelay,
    value: ({ days }) => days ?? 0,
    show: String,
    columns: [{ header: 'Days', value: ({ days }) => days }],
  },
  {
    id: 'no-shows-by-week',
    caption: 'Slots with a no-show',
    find: findNoShows,
    value: ({ noShows }) => noShows,
    show: (noShows, week) => `${noShows} of ${countSlotsOfWeek(week)}`,
    columns: [{ header: 'No-shows', value: ({ noShows }) => noShows }],
  },
]

/** Where a course loses people: a chart for each figure of its weeks. */
export function WeekCharts({ weeks }: { weeks: WeekInsight[] }) {
  const marked = weeks.filter(hasMarks)
  const lowest = findLowMarks(marked)
  const data = { rows: weeks, getKey: ({ week }: WeekInsight) => String(week) }
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      {charts.map(({ id, caption, find, value, show, columns }) => {
        const { title, week: found } = find(weeks)
        const shown = weeks.map((week): WeekColumn => {
          return { week: week.week, value: value(week), shown: show(value(week), week) }
        })
        return (
          <ChartCard
            key={id}
            {...{ id, title, caption, ...data }}
            columns={[weekColumn, heldColumn, ...columns]}
          >
            <WeekColumns weeks={shown} found={found} />
          </ChartCard>
        )
      })}
      <ChartCard
        id="marks-by-week"
        title={lowest.title}
        caption="Median marks"
        {...data}
        columns={[
          ...[weekColumn, heldColumn],
          { header: 'Code', value: ({ code }) => code },
          { header: 'Theory', value: ({ theory }) => theory },
        ]}
      >
        {marked.length > 1 && (
          <MarksChart
            points={marked.map((one) => ({ ...one, _id: String(one.week) }))}
            found={lowest.week}
          />
        )}
      </ChartCard>
    </SimpleGrid>
  )
}
