import { Stack, Text, Title } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { twoDigits } from '#web/kit/week.ts'
import { counted, type DomainWeeks } from './findings.ts'
import styles from './week-chart.module.css'

const barsHeight = 72
const labelHeight = 20
const height = barsHeight + 2 * labelHeight
/** A number of two digits needs about so many pixels. */
const labelWidth = 22

/** How many students of each domain stand in each week: one row of bars a domain, on one scale. */
export function WeekChart({ domains }: { domains: DomainWeeks[] }) {
  const { ref, width } = useElementSize()
  const weeks = Math.max(...domains.flatMap(({ byWeek }) => [...byWeek.keys()]))
  const most = Math.max(...domains.flatMap(({ byWeek }) => [...byWeek.values()]))
  return (
    <Stack ref={ref} gap="lg">
      {domains.map((one) => (
        <div key={one.domain}>
          <Title order={3}>{one.domain}</Title>
          <Text c="dimmed">{counted(one.students, 'student', 'students')}</Text>
          {width > 0 && <Bars {...{ one, width, weeks, most }} />}
        </div>
      ))}
    </Stack>
  )
}

type BarsProps = { one: DomainWeeks; width: number; weeks: number; most: number }

function Bars({ one: { domain, byWeek }, width, weeks, most }: BarsProps) {
  const step = width / weeks
  const every = Math.ceil(labelWidth / step)
  const highest = Math.max(...byWeek.values())
  return (
    <svg
      className={styles.chart}
      width={width}
      height={height}
      role="img"
      aria-label={`Students of ${domain} by week`}
    >
      <line x1={0} x2={width} y1={height - labelHeight} y2={height - labelHeight} />
      {Array.from({ length: weeks }, (_, index) => {
        const week = index + 1
        const students = byWeek.get(week) ?? 0
        const bar = (students / most) * barsHeight
        const middle = (index + 0.5) * step
        const top = height - labelHeight - bar
        // Where bars are narrow only the highest is labelled; the table has them all.
        const labelled = students > 0 && (every === 1 || students === highest)
        return (
          <g key={week}>
            <rect x={index * step + step * 0.15} width={step * 0.7} y={top} height={bar} rx={2} />
            {labelled && (
              <text x={middle} y={top - 5}>
                {students}
              </text>
            )}
            {index % every === 0 && (
              <text x={middle} y={height - 4} className={styles.axis}>
                {twoDigits(week)}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}
