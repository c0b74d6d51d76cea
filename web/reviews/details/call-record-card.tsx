import { List, Stack, Text } from '@mantine/core'
import type { CallEvent, CallRecord, LeaveReason } from '#contract/calls.ts'
import { dateInZone, slotTimeInZone } from '#contract/kit/zone.ts'
import type { Review } from '#contract/reviews.ts'
import type { AbleTo } from '#contract/roles.ts'
import { useCallRecord } from '#web/calls/api.ts'
import { shortDate } from '#web/kit/dates.ts'
import { Loaded, Skeletons } from '#web/kit/states.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { minutesOf } from '../minutes.ts'
import { DetailCard } from './detail-card.tsx'

type Props = { review: Review; viewer: AbleTo<'see call records'> }

/** Who was in the review's call and when, how it ended, and its chat: facts, as they were noted. */
export function CallRecordCard({ review, viewer }: Props) {
  const query = useCallRecord(viewer, review._id)
  return (
    <DetailCard title="Call">
      <Loaded query={query} skeleton={<Skeletons count={1} />}>
        {(record) =>
          record.events.length === 0 ? (
            <Text>Nobody has come into the room yet.</Text>
          ) : (
            <Record record={record} />
          )
        }
      </Loaded>
    </DetailCard>
  )
}

function Record({ record: { events, chat, togetherSeconds } }: { record: CallRecord }) {
  const timeZone = useSchoolZone()
  return (
    <Stack gap="sm" style={{ overflowWrap: 'anywhere' }}>
      <Text>Both were in the room for {minutesOf(togetherSeconds)}.</Text>
      <List>
        {events.map((event, index) => (
          <List.Item key={index}>
            <When at={event.at} timeZone={timeZone} />: {happening(event)}
          </List.Item>
        ))}
      </List>
      {chat.length > 0 && (
        <details>
          <summary style={{ minHeight: 44, alignContent: 'center' }}>Show the chat</summary>
          <List aria-label="Chat">
            {chat.map(({ person, text, at }, index) => (
              <List.Item key={index}>
                <When at={at} timeZone={timeZone} />, {person.name}: {text}
              </List.Item>
            ))}
          </List>
        </details>
      )}
    </Stack>
  )
}

function When({ at, timeZone }: { at: string; timeZone: string }) {
  const instant = Date.parse(at)
  return (
    <time dateTime={at}>
      {shortDate(dateInZone(instant, timeZone))}, {slotTimeInZone(instant, timeZone)}
    </time>
  )
}

const leaving: Record<LeaveReason, string> = {
  left: 'left',
  replaced: 'went on at another page',
  disconnected: 'lost the connection',
  removed: 'was signed out',
}

function happening({ kind, person, reason }: CallEvent): string {
  if (kind === 'left') return `${person.name} ${leaving[reason ?? 'left']}`
  const words = { joined: 'came in', answered: 'answered the call', ended: 'ended the call' }
  return `${person.name} ${words[kind]}`
}
