import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { Notification } from '#contract/notifications/list.ts'
import covering from '#web/kit/list/covering-link.module.css'
import { localizeTimes } from '#web/kit/ui/dates/clock.ts'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import styles from './notification-item.module.css'
import type { ReadTracker } from './use-mark-as-read.ts'

type Props = {
  notice: Notification
  timeZone: string
  reading: ReadTracker
}

/** A notification that links to its subject; a new one is marked, and read by being seen or opened. */
export function NotificationItem({ notice, timeZone, reading: { isNew, watch, mark } }: Props) {
  const { _id, text, path, at, read } = notice
  const line = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (!read && line.current) return watch(line.current, _id)
  }, [read, watch, _id])

  return (
    <div ref={line} className={styles.line} data-new={isNew(notice) || undefined}>
      <Link
        to={path}
        className={`${covering.link} ${styles.link}`}
        onClick={() => !read && mark([_id])}
      >
        {localizeTimes(text)}
      </Link>
      <span className={styles.facts}>
        {isNew(notice) && <span className={styles.new}>New</span>}
        <InstantText at={at} timeZone={timeZone} />
      </span>
    </div>
  )
}
