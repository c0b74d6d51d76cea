import type { ReactNode } from 'react'
import type { Review } from '#contract/reviews/reviews.ts'
import { DescriptionList } from '#web/kit/list/description-list.tsx'
import { WeekStatusDot } from '../display/week-status.tsx'
import styles from './mark-details.module.css'

const noneYet = 'none yet'

type Props = {
  review: Pick<Review, 'week' | 'status' | 'mark'> & { lastMark?: Review['lastMark'] }
}

/** A review's marks and week status, compared with those of the previous review. */
export function MarkDetails({ review }: Props) {
  const { mark, lastMark } = review
  const isMarked = review.status === 'conducted'
  const when = lastMark?.week === review.week ? 'last time' : 'last week'
  const points = (name: 'code' | 'theory') => (
    <Beside
      before={
        lastMark && (
          <MarkChange from={lastMark[name]} to={isMarked ? mark[name] : null} when={when} />
        )
      }
    >
      {isMarked ? <span className={styles.points}>{mark[name]}</span> : noneYet}
    </Beside>
  )
  return (
    <DescriptionList
      facts={{
        'Code mark': points('code'),
        'Theory mark': points('theory'),
        'Week status': (
          <Beside before={lastMark?.weekStatus && `${when} ${lastMark.weekStatus}`}>
            <WeekStatusDot status={mark.weekStatus} />
          </Beside>
        ),
      }}
    />
  )
}

/** A value with the previous one next to it. */
function Beside({ before, children }: { before: ReactNode; children: ReactNode }) {
  if (!before) return children
  return (
    <>
      <span style={{ marginInlineEnd: 12 }}>{children}</span>{' '}
      <span className={styles.before}>{before}</span>
    </>
  )
}

type ChangeProps = {
  from: number
  /** Null if there is no mark yet. */
  to: number | null
  /** Which review the other mark is from. */
  when: string
}

/** The previous mark and the direction of change, as an icon and as text. */
function MarkChange({ from, to, when }: ChangeProps) {
  if (to === null) return `${when} ${from}`
  if (to === from) return `as ${when}`
  const isUp = to > from
  return (
    <>
      <svg className={styles.direction} viewBox="0 0 8 8" aria-hidden="true">
        <path d={isUp ? 'M4 1l4 6H0z' : 'M4 7L0 1h8z'} />
      </svg>
      {`${isUp ? 'up' : 'down'} from ${from} ${when}`}
    </>
  )
}
