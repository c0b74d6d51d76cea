import { Anchor, Box, Button, Text } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { countUnreadNotifications, listNotifications } from '#contract/notifications/list.ts'
import type { Role } from '#contract/roles.ts'
import { useApiQuery, usePaginatedList } from '#web/kit/api/hooks.ts'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import styles from './bell.module.css'
import { noNotificationsMessage } from './format.ts'
import { NotificationItem } from './notification-item.tsx'
import { useMarkAsRead } from './use-mark-as-read.ts'
import { useNotificationTimeZone } from './use-notification-time-zone.ts'

/** How many notifications the panel shows. */
const newest = 10

type Props = {
  role: Role
  /** The bell, which gets the focus back. */
  bell: RefObject<HTMLAnchorElement | null>
  close: () => void
}

/**
 * The newest notifications in a panel below the bell; Escape, or a click or focus elsewhere, closes
 * it.
 */
export function NotificationsPanel({ role, bell, close }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  const { timeZone } = useNotificationTimeZone(role)
  const list = usePaginatedList(listNotifications[role])
  const unread =
    useApiQuery(countUnreadNotifications[role], {}, { onlyLogged: true }).data?.unread ?? 0
  const reading = useMarkAsRead(role)

  useEffect(() => panel.current?.focus(), [])
  useEffect(() => {
    // The button disappears by itself, too, and may have the focus then.
    if (unread === 0 && document.activeElement === document.body) panel.current?.focus()
  }, [unread])
  useClosedFromElsewhere(panel, bell, close)

  function press({ key }: KeyboardEvent) {
    if (key !== 'Escape') return
    close()
    bell.current?.focus()
  }

  return (
    <div
      ref={panel}
      role="dialog"
      aria-label="Notifications"
      tabIndex={-1}
      className={styles.panel}
      onKeyDown={press}
    >
      <div className={styles.head}>
        Notifications
        {unread > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              reading.readAll()
              // The button disappears with the last unread one.
              panel.current?.focus()
            }}
          >
            Mark all as read
          </Button>
        )}
      </div>
      <LoadedData
        query={{ ...list, data: list.items }}
        skeleton={
          <Box p={16}>
            <Skeletons count={3} height={44} />
          </Box>
        }
      >
        {(notices) =>
          notices.length === 0 ? (
            <Text p={16}>{noNotificationsMessage}</Text>
          ) : (
            <ul className={styles.list} aria-label="Newest notifications">
              {notices.slice(0, newest).map((notice) => (
                <li key={notice._id}>
                  <NotificationItem notice={notice} timeZone={timeZone} reading={reading} />
                </li>
              ))}
            </ul>
          )
        }
      </LoadedData>
      <Anchor component={Link} to={paths.notices(role)} className={styles.all ?? ''}>
        All notifications
      </Anchor>
    </div>
  )
}

/** Closes the panel when somebody clicks or moves the focus outside of it and its bell. */
function useClosedFromElsewhere(
  panel: RefObject<HTMLElement | null>,
  bell: RefObject<HTMLElement | null>,
  close: () => void,
): void {
  useEffect(() => {
    const listening = new AbortController()
    const { signal } = listening
    const look = ({ target }: Event) => {
      const isIn = ({ current }: typeof panel) =>
        target instanceof Node && current?.contains(target)
      if (!isIn(panel) && !isIn(bell)) close()
    }
    addEventListener('pointerdown', look, { signal })
    addEventListener('focusin', look, { signal })
    return () => listening.abort()
  }, [panel, bell, close])
}
