import { Text } from '@mantine/core'
import { Link } from 'react-router'
import type { ReviewerLoad } from '#contract/calendar.ts'
import { LongList } from '#web/kit/list/long-list.tsx'
import { fullDate, shortDate } from '#web/kit/look/dates.ts'
import { useRoving } from '../roving.ts'
import type { Shown } from '../use-view.ts'
import { LoadBar, loadInWords } from './load-bar.tsx'
import styles from './load-rows.module.css'

type Props = {
  shown: Shown
  reviewers: ReviewerLoad[]
  /** Where a reviewer's date leads; without it they are only to be read. */
  pathTo?: (reviewer: string, date: string) => string
}

/** Reviewers one under the other, and how full each of the dates that are shown is. */
export function LoadRows({ shown, reviewers, pathTo }: Props) {
  const { dates, date, today, show } = shown
  const goTo = (next: string) => show({ date: next }, 'typed')
  const { grid, place, keys } = useRoving<HTMLElement>({ date, goTo })
  return (
    <section
      ref={grid}
      aria-label="Load by reviewer"
      className={styles.rows}
      data-days={dates.length}
      {...keys}
    >
      <div className={styles.head} aria-hidden="true">
        <span>Reviewer</span>
        {dates.map((one) => (
          <span key={one} data-today={one === today || undefined}>
            {shortDate(one).replace(/ \w+$/, '')}
          </span>
        ))}
      </div>
      <LongList label="Reviewers" items={reviewers} keyOf={({ _id }) => _id} height={61} gap={0}>
        {({ _id, name, days }, row) => (
          <div className={styles.row}>
            <Text fw={500} className={styles.name ?? ''}>
              {name}
            </Text>
            {dates.map((one) => {
              const load = days.find((day) => day.date === one)
              const words = load ? loadInWords(load) : 'no slots'
              const figures = load ? <Figures {...load} /> : <span className={styles.none}>–</span>
              return pathTo ? (
                <Link
                  key={one}
                  to={pathTo(_id, one)}
                  className={styles.cell}
                  aria-label={`${name}, ${shortDate(one)}: ${words}`}
                  title={`${fullDate(one)}: ${words}`}
                  {...place(one, row)}
                >
                  {figures}
                </Link>
              ) : (
                <span key={one} className={styles.cell} title={`${fullDate(one)}: ${words}`}>
                  {figures}
                </span>
              )
            })}
          </div>
        )}
      </LongList>
    </section>
  )
}

function Figures({ slots, booked, free }: { slots: number; booked: number; free: number }) {
  return (
    <>
      <LoadBar booked={booked} slots={slots} />
      <span>
        {booked} of {slots}
      </span>
      {free > 0 && <span className={styles.free}>{free} free</span>}
    </>
  )
}
