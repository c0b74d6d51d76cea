import { Button, Card, Group } from '@mantine/core'
import { useCallback } from 'react'
import { Link } from 'react-router'
import { listNotices, type Notice } from '#contract/notices/list.ts'
import { useList } from '#web/kit/call/query.ts'
import { LongList } from '#web/kit/list/long-list.tsx'
import { EmptyTray } from '#web/kit/look/drawings/empty-tray.tsx'
import { ZoneNote } from '#web/kit/look/zone-note.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { useRole } from '#web/kit/page/role.ts'
import { Empty, LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { paths } from '#web/paths.ts'
import { NoticeLine } from './notice-line.tsx'
import { useNoticeZone } from './use-notice-zone.ts'
import { useReading } from './use-reading.ts'
import { nothingTold } from './words.ts'

/** All that somebody was told, the newest first. */
export function NoticesPage() {
  const role = useRole()
  const { timeZone, isChosen } = useNoticeZone(role)
  const list = useList(listNotices[role])
  const reading = useReading(role)
  const draw = useCallback(
    (notice: Notice) => <NoticeLine notice={notice} timeZone={timeZone} reading={reading} />,
    [timeZone, reading],
  )
  const isAnyNew = list.items?.some(reading.isNew) ?? false
  return (
    <Page
      title="Notices"
      isNarrow
      action={
        <Group>
          {isAnyNew && (
            <Button variant="default" onClick={reading.readAll}>
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
          <Empty
            picture={<EmptyTray />}
            text={nothingTold}
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
              <LongList label="Notices" items={notices} keyOf={keyOf} height={68} gap={0}>
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

const keyOf = ({ _id }: Notice) => _id
