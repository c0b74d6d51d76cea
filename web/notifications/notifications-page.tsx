import { Button, Card, Group } from '@mantine/core'
import { useCallback } from 'react'
import { Link } from 'react-router'
import { listNotifications, type Notification } from '#contract/notifications/list.ts'
import { usePaginatedList } from '#web/kit/api/hooks.ts'
import { LongList } from '#web/kit/list/long-list.tsx'
import { focusHeading } from '#web/kit/page/focus/focus.ts'
import { Page } from '#web/kit/page/page.tsx'
import { useRole } from '#web/kit/page/role.ts'
import { EmptyState, LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { ZoneNote } from '#web/kit/ui/dates/zone-note.tsx'
import { EmptyTray } from '#web/kit/ui/drawings/empty-tray.tsx'
import { paths } from '#web/paths.ts'
import { noNotificationsMessage } from './format.ts'
import { NotificationItem } from './notification-item.tsx'
import { useMarkAsRead } from './use-mark-as-read.ts'
import { useNotificationTimeZone } from './use-notification-time-zone.ts'

/** All notifications of the reader, the newest first. */
export function NotificationsPage() {
  const role = useRole()
  const { timeZone, isChosen } = useNotificationTimeZone(role)
  const list = usePaginatedList(listNotifications[role])
  const reading = useMarkAsRead(role)
  const draw = useCallback(
    (notice: Notification) => (
      <NotificationItem notice={notice} timeZone={timeZone} reading={reading} />
    ),
    [timeZone, reading],
  )
  const isAnyNew = list.items?.some(reading.isNew) ?? false
  return (
    <Page
      title="Notifications"
      isNarrow
      action={
        <Group>
          {isAnyNew && (
            <Button
              variant="default"
              onClick={() => {
                reading.readAll()
                // The button disappears with the last unread one.
                focusHeading()
              }}
            >
              Mark all as read
            </Button>
          )}
          <Button variant="default" component={Link} to={paths.noticeSettings(role)}>
            Settings
          </Button>
        </Group>
      }
    >
      <LoadedList
        list={list}
        infinite
        skeleton={<Skeletons count={8} height={68} />}
        empty={
          <EmptyState
            picture={<EmptyTray />}
            text={noNotificationsMessage}
            action={
              <Button component={Link} to={paths.home(role)}>
                Go to Home
              </Button>
            }
          />
        }
      >
        {(notices) => (
          <>
            <Card withBorder p={0}>
              <LongList label="Notifications" items={notices} getKey={getKey} height={68} gap={0}>
                {draw}
              </LongList>
            </Card>
            <ZoneNote timeZone={timeZone} isChosen={isChosen} />
          </>
        )}
      </LoadedList>
    </Page>
  )
}

const getKey = ({ _id }: Notification) => _id
