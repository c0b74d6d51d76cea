import { useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import { formatWeekNumber } from '#contract/kit/time/format-week-number.ts'
import { markMax } from '#contract/limits/reviews.ts'
import { isLabelled } from './is-labelled.ts'
import styles from './marks-by-week-chart.module.css'

/** The marks of a review, or of several in a week. */
export type MarkPoint = { _id: string; week: number; code: number; theory: number }

const height = 184
/** On the right, 'Theory 57.5' fits in every browser's font. */
const edge = { top: 12, right: 104, bottom: 28, left: 40 }
/** The minimal distance between two labels, in pixels. */
const labelHeight = 18
const labelWidth = 28

type Props = {
  points: MarkPoint[]
  /** The week that the title names: always labelled. */
  found?: number | undefined
}

/** Two lines over the weeks, each labelled at its end in place of a legend. */
export function MarksChart({ points, found }: Props) {
  const { ref, width } = useElementWidth()
  const step = (width - edge.left - edge.right) / (points.length - 1)
  const x = (index: number) => edge.left + index * step
  const y = (mark: number) => edge.top + (1 - mark / markMax) * (height - edge.top - edge.bottom)
  const line = (of: (point: MarkPoint) => number) =>
    points.map((point, index) => `${x(index)},${y(of(point))}`).join(' ')
  const last = points.at(-1)
  /** From the last week, which is labelled unless it is beside the one that was found. */
  const fromEnd = (index: number) => points.length - 1 - index
  const labels = {
    every: Math.max(1, Math.ceil(labelWidth / step)),
    found: points.flatMap(({ week }, index) => (week === found ? [fromEnd(index)] : []))[0],
  }

  return (
    // Reserves its height before the width is known, and shrinks with the page whatever it
    // contains.
    <div ref={ref} style={{ height, contain: 'inline-size' }}>
      {width > 0 && last && (
        <svg width={width} height={height} className={styles.chart} aria-hidden="true">
          {[0, 50, 100].map((mark) => (
            <g key={mark}>
              <path className={styles.grid} d={`M${edge.left} ${y(mark)}H${width - edge.right}`} />
              <text className={styles.quiet} x={edge.left - 8} y={y(mark) + 5} textAnchor="end">
                {mark}
              </text>
            </g>
          ))}
          {points.map(({ _id, week }, index) =>
            isLabelled(fromEnd(index), labels) ? (
              <text
                key={_id}
                className={week === found ? styles.label : styles.quiet}
                x={x(index)}
                y={height - 6}
                textAnchor="middle"
              >
                {formatWeekNumber(week)}
              </text>
            ) : null,
          )}
          <polyline className={styles.theory} points={line((point) => point.theory)} />
          <polyline className={styles.code} points={line((point) => point.code)} />
          <EndLabels
            x={x(points.length - 1)}
            code={y(last.code)}
            theory={y(last.theory)}
            last={last}
          />
        </svg>
      )}
    </div>
  )
}

type Ends = { x: number; code: number; theory: number; last: MarkPoint }

/** The lines' names and last marks, kept apart where the lines meet. */
function EndLabels({ x, code, theory, last }: Ends) {
  const lack = Math.max(0, labelHeight - Math.abs(code - theory)) / 2
  const up = code <= theory ? -lack : lack
  return (
    <>
      <circle className={styles.theoryEnd} cx={x} cy={theory} r={4} />
      <circle className={styles.codeEnd} cx={x} cy={code} r={4} />
      <text className={styles.label} x={x + 12} y={code + up + 5}>
        Code {last.code}
      </text>
      <text className={styles.label} x={x + 12} y={theory - up + 5}>
        Theory {last.theory}
      </text>
    </>
  )
}

/**
 * The width of an element in pixels; 0 until measured. During a resize it can briefly be measured
 * as 0; the last width is kept then.
 */
function useElementWidth() {
  const { ref, width: measured } = useElementSize()
  const [width, setWidth] = useState(0)
  if (measured > 0 && measured !== width) setWidth(measured)
  return { ref, width }
}
