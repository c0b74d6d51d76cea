import { Anchor, SimpleGrid, Text } from '@mantine/core'
import { Link } from 'react-router'
import { type Insight, minReviewsToCompare, type ReviewerInsight } from '#contract/insight.ts'
import { formatCount } from '#contract/kit/text/plural.ts'
import { type Bar, BarList } from '#web/kit/charts/bar-list.tsx'
import { ChartCard, type ChartTableColumn } from '#web/kit/charts/chart-card.tsx'
import { formatDuration } from '#web/kit/ui/dates/hours-and-durations.ts'
import { paths } from '#web/paths.ts'
import {
  type ComparedReviewer,
  compareReviewers,
  findDifference,
  findLoad,
  getMean,
} from './findings.ts'

type School = NonNullable<Insight['school']>
type Row = ReviewerInsight & { difference?: number }

/** More bars would be confusing; the table has everybody. */
const barsMax = 12

const nameColumn: ChartTableColumn<Row> = {
  header: 'Reviewer',
  value: ({ name }) => name,
  cell: ({ _id, name }) => (
    <Anchor component={Link} to={paths.person('reviewer', _id)} inherit>
      {name}
    </Anchor>
  ),
}
const heldColumn: ChartTableColumn<Row> = { header: 'Reviews', value: ({ held }) => held }
const getKey = ({ _id }: Row) => _id
const countReviews = (held: number) => formatCount(held, 'review', 'reviews')

/** Who holds how many reviews, and whose marks differ from the school's. */
export function ReviewerCharts({ reviewers, school }: { reviewers: Row[]; school: School }) {
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <LoadChart reviewers={reviewers} />
      <MarksChart reviewers={reviewers} school={school} />
    </SimpleGrid>
  )
}

function LoadChart({ reviewers }: { reviewers: Row[] }) {
  const byLoad = reviewers.toSorted((one, other) => other.held - one.held)
  return (
    <ChartCard
      id="load-by-reviewer"
      title={findLoad(reviewers)}
      caption="Reviews held by each reviewer"
      rows={byLoad}
      getKey={getKey}
      columns={[
        ...[nameColumn, heldColumn],
        {
          header: 'Minutes in calls',
          value: ({ minutes }) => minutes,
          cell: ({ minutes }) => minutes.toLocaleString('en'),
        },
      ]}
    >
      <BarList
        label="Reviews by reviewer"
        bars={byLoad.slice(0, barsMax).map(({ _id, name, held, minutes }) => ({
          key: _id,
          name,
          value: held,
          shown: held.toLocaleString('en'),
          noun: held === 1 ? 'review' : 'reviews',
          note: formatDuration(minutes),
        }))}
      />
      <More count={byLoad.length - barsMax} />
    </ChartCard>
  )
}

function MarksChart({ reviewers, school }: { reviewers: Row[]; school: School }) {
  const { compared, others } = compareReviewers(reviewers, school)
  const rows: Row[] = [...compared, ...others]
  return (
    <ChartCard
      id="marks-by-reviewer"
      title={findDifference(compared)}
      caption={`Mean of both marks, of reviewers with at least ${minReviewsToCompare} reviews`}
      rows={rows}
      getKey={getKey}
      columns={[
        ...[nameColumn, heldColumn],
        { header: 'Code', value: ({ code }) => code },
        { header: 'Theory', value: ({ theory }) => theory },
        {
          header: 'Compared with the school',
          value: ({ difference = null }) => difference,
          cell: ({ difference }) =>
            difference === undefined ? 'Too few to compare' : formatDifference(difference),
        },
      ]}
    >
      <BarList
        label="Mean marks by reviewer"
        bars={[
          {
            key: 'school',
            name: 'The school',
            isQuiet: true,
            value: getMean(school),
            shown: String(getMean(school)),
            note: countReviews(school.held),
          },
          ...pickMostDifferent(compared).map(toBar),
        ]}
      />
      <More count={compared.length - barsMax} />
      {others.length > 0 && (
        <Text size="sm" c="dimmed" mt="md">
          Too few to compare: {others.map(({ name, held }) => `${name} (${held})`).join(', ')}
        </Text>
      )}
    </ChartCard>
  )
}

/** As many as are drawn, in their order. */
function pickMostDifferent(compared: ComparedReviewer[]): ComparedReviewer[] {
  const most = compared
    .toSorted((one, other) => Math.abs(other.difference) - Math.abs(one.difference))
    .slice(0, barsMax)
  return compared.filter((one) => most.includes(one))
}

function toBar(reviewer: ComparedReviewer): Bar {
  const { _id, name, held, difference } = reviewer
  const value = getMean(reviewer)
  const note = `${formatDifference(difference)}, ${countReviews(held)}`
  return { key: _id, name, note, value, shown: String(value) }
}

const formatDifference = (difference: number) =>
  difference.toLocaleString('en', { signDisplay: 'exceptZero' })

function More({ count }: { count: number }) {
  if (count <= 0) return null
  return (
    <Text size="sm" c="dimmed" mt="sm">
      {count.toLocaleString('en')} more in the table.
    </Text>
  )
}
