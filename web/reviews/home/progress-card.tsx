import { Card, Stack, Table, Title } from '@mantine/core'
import { twoDigits } from '#web/kit/week.ts'
import { useWholeManifest } from '../api.ts'
import { findingOf, type MarkPoint, markPoints } from './progress.ts'
import { ProgressChart } from './progress-chart.tsx'

/** The marks of the reviews so far: what they say, as a chart, and as a table. */
export function ProgressCard() {
  const { data: reviews } = useWholeManifest()
  if (!reviews) return null
  const points = markPoints(reviews)
  return (
    <Card component="section" withBorder>
      <Stack>
        <Title order={2}>{findingOf(points)}</Title>
        {points.length > 1 && <ProgressChart points={points} />}
        {points.length > 0 && <MarksTable points={points} />}
      </Stack>
    </Card>
  )
}

function MarksTable({ points }: { points: MarkPoint[] }) {
  return (
    <details>
      <summary style={{ minHeight: 44, alignContent: 'center' }}>Show the marks as a table</summary>
      <Table fz={14} tabularNums aria-label="Marks by week">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Week</Table.Th>
            <Table.Th scope="col">Code</Table.Th>
            <Table.Th scope="col">Theory</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {points.map(({ _id, week, code, theory }) => (
            <Table.Tr key={_id}>
              <Table.Td>{twoDigits(week)}</Table.Td>
              <Table.Td>{code}</Table.Td>
              <Table.Td>{theory}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </details>
  )
}
