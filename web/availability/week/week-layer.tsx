import { useEffect } from 'react'
import type { AvailabilityBlock } from '#contract/availability.ts'
import { EditIcon } from '#web/kit/ui/icons/edit-icons.tsx'
import { blockAt, getKey, type Span, toSpan } from '../blocks.ts'
import { formatTimes } from '../format.ts'
import { type Gesture, getLanes, getSpans, type Point } from './gesture.ts'
import type { Hours } from './hours.ts'
import { usePainting } from './use-painting.ts'
import styles from './week-grid.module.css'

type Props = {
  days: readonly number[]
  hours: Hours
  blocks: readonly AvailabilityBlock[]
  picked: string | undefined
  pick: (block: AvailabilityBlock | undefined) => void
  press: (at: Point, block: AvailabilityBlock | undefined) => void
  finish: (gesture: Gesture) => void
  /** What the keyboard has begun. */
  ghost: Gesture | undefined
}

/** The blocks on the week, to be seen and painted; the fields beneath say the same. */
export function WeekLayer({ ghost, ...week }: Props) {
  const { days, hours, blocks, picked } = week
  const { gesture, drop, area } = usePainting(week)

  useEffect(() => {
    if (!gesture) return
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') drop()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })

  const shown = gesture ?? ghost
  const dragged = gesture && 'block' in gesture ? gesture.block : undefined
  const on = (span: Span, lane = 0, lanes = 1) => {
    const column = days.indexOf(span.weekday)
    const minutes = hours.end - hours.start
    return {
      insetInlineStart: `${((column + lane / lanes) / days.length) * 100}%`,
      width: `${100 / days.length / lanes}%`,
      insetBlockStart: `${((span.start - hours.start) / minutes) * 100}%`,
      height: `${((span.end - span.start) / minutes) * 100}%`,
    }
  }
  return (
    <div className={styles.layer} aria-hidden="true" data-testid="week" {...area}>
      {getLanes(blocks).map(({ block, lane, lanes }) => {
        if (!days.includes(block.weekday)) return null
        const key = getKey(block)
        return (
          <div
            key={key}
            data-block={key}
            data-picked={key === picked || undefined}
            data-dragged={block === dragged || undefined}
            className={styles.block}
            title={`${formatTimes(block)}, ${block.reviewTime} min`}
            style={on(toSpan(block), lane, lanes)}
          >
            <div className={styles.words}>
              <span>{formatTimes(block)}</span>
              <span>{block.reviewTime} min</span>
            </div>
            <span className={styles.edit}>
              <EditIcon size={16} />
            </span>
            <span data-edge="start" className={styles.edge} />
            <span data-edge="end" className={styles.edge} />
          </div>
        )
      })}
      {shown &&
        getSpans(shown).map((span) => (
          <div key={span.weekday} className={styles.ghost} style={on(span)}>
            {formatTimes(blockAt(span, ghostKind))}
          </div>
        ))}
    </div>
  )
}

/** Of what is only being drawn, its times alone are shown. */
const ghostKind = { reviewTime: 1, everyWeeks: 1, since: '', until: null }
