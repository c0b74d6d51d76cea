import { Stack, Text, Title } from '@mantine/core'
import { twoDigits } from '#web/kit/look/week.ts'
import { counted, type DomainWeeks } from './findings.ts'
import styles from './week-chart.module.css'

const barsHeight = 72
const labelHeight = 20
const height = barsHeight + 2 * labelHeight

/** How many students of each domain stand in each week: one row of bars a domain, on one scale. */
export function WeekChart({ domains }: { domains: DomainWeeks[] }) {
  const weeks = Math.max(...domains.flatMap(({ byWeek }) => [...byWeek.keys()]))
  const most = Math.max(...domains.flatMap(({ byWeek }) => [...byWeek.values()]))
  return (
    <Stack gap="lg" className={styles.charts ?? ''}>
      {domains.map((one) => (
        <div key={one.domain}>
          <Title order={3}>{one.domain}</Title>
          <Text c="dimmed">{counted(one.students, 'student', 'students')}</Text>
          <Bars one={one} weeks={weeks} most={most} />
        </div>
      ))}
    </Stack>
  )
}

type BarsProps = { one: DomainWeeks; weeks: number; most: number }

/** The bars of one domain; they are as wide as there is room, so all widths are in percent. */
function Bars({ one: { domain, byWeek }, weeks, most }: BarsProps) {
  const step = 100 / weeks
  const baseline = height - labelHeight
  const highest = Math.max(...byWeek.values())
  return (
    <svg
      className={styles.chart}
      height={height}
      role="img"
      aria-label={`Students of ${domain} by week`}
      data-many={weeks > 12 || undefined}
    >
      <line x1="0" x2="100%" y1={baseline} y2={baseline} />
      {Array.from({ length: weeks }, (_, index) => {
        const week = index + 1
        const students = byWeek.get(week) ?? 0
        const bar = (students / most) * barsHeight
        const middle = `${(index + 0.5) * step}%`
        return (
          <g key={week}>
            <rect
              x={`${(index + 0.15) * step}%`}
              width={`${0.7 * step}%`}
              y={baseline - bar}
              height={bar}
              rx={2}
            />
            {students > 0 && (
              <text x={middle} y={baseline - bar - 5} data-minor={students < highest || undefined}>
                {students}
              </text>
            )}
            <text
              className={styles.axis}
              x={middle}
              y={height - 4}
              data-minor={(week !== 1 && week % 5 !== 0) || undefined}
            >
              {twoDigits(week)}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
