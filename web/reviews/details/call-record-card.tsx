import { List, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  type CallEvent,
  type CallRecord,
  type ChatLine,
  getCallRecord,
  type LeaveReason,
} from '#contract/calls/call-record.ts'
import { earlyCallMinutes } from '#contract/limits/calls.ts'
import type { Review } from '#contract/reviews/reviews.ts'
import type { RoleAbleTo } from '#contract/roles.ts'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { useNow } from '#web/kit/live/now.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { ChatText } from '#web/kit/ui/text/chat-text.tsx'
import { useSchoolZone } from '#web/school/api.ts'
import { formatAttendance } from '../display/format-attendance.ts'
import { isNotHeldYet } from '../timeline/review-phase.ts'

type Props = { review: Review; viewer: RoleAbleTo<'see call records'> }

/** The call's record: who was in it and when, how it ended, and its chat. */
export function CallRecordCard({ review, viewer }: Props) {
  // Only a reviewer can lose a review, and that screen says so itself.
  const handlesNotFound = viewer === 'reviewer'
  const query = useApiQuery(
    getCallRecord[viewer],
    { query: { id: review._id } },
    { handlesNotFound },
  )
  const now = useNow()
  const isMarked = review.status === 'conducted'
  // Before the slot there is nothing to show unless somebody was early.
  const isAhead = isNotHeldYet(review, now)
  if (isAhead && !query.data?.events.length) return null
  return (
    <SectionCard title="Call">
      <LoadedData query={query} skeleton={<Skeletons count={1} />}>
        {(record) =>
          record.events.length === 0 && !record.isDeleted && !isMarked ? (
            <Text size="md">Nobody has joined yet.</Text>
          ) : (
            <Record record={record} isMarked={isMarked} isAhead={isAhead} />
          )
        }
      </LoadedData>
    </SectionCard>
  )
}

type RecordProps = { record: CallRecord; isMarked: boolean; isAhead: boolean }

function Record({ record, isMarked, isAhead }: RecordProps) {
  const [early, own] = [getPart(record, true), getPart(record, false)]
  return (
    <Stack gap={4} style={{ overflowWrap: 'anywhere' }}>
      {isAhead && record.togetherSeconds === 0 ? (
        <JoinedSoFar events={record.events} />
      ) : (
        <Text size="md">{formatAttendance(record, isMarked)}</Text>
      )}
      {record.isDeleted && <Text>Attendance and chat are no longer kept.</Text>}
      {own.events.length > 0 && (
        <Disclosure label="Show who joined and left">
          <Events events={own.events} />
        </Disclosure>
      )}
      {own.chat.length > 0 && (
        <Disclosure label="Show the chat">
          <Chat chat={own.chat} label="Chat" />
        </Disclosure>
      )}
      {early.events.length + early.chat.length > 0 && (
        <Disclosure label={`Show activity more than ${earlyCallMinutes} minutes before the slot`}>
          <Events events={early.events} />
          {early.chat.length > 0 && <Chat chat={early.chat} label="Chat before the slot" />}
        </Disclosure>
      )}
    </Stack>
  )
}

/** Who has joined, and who did last. That they did not meet is only known once the slot is over. */
function JoinedSoFar({ events }: { events: CallEvent[] }) {
  const timeZone = useSchoolZone()
  const joined = events.filter(({ kind }) => kind === 'joined')
  const last = new Map(joined.map(({ person, at }) => [person._id, { name: person.name, at }]))
  return [...last].map(([id, { name, at }]) => (
    <Text key={id} size="md">
      {name} joined <InstantText at={at} timeZone={timeZone} isMidSentence />.
    </Text>
  ))
}

/** The part of the record from well before the slot, or the rest. */
function getPart({ events, chat }: CallRecord, isEarly: boolean) {
  const fits = ({ early }: { early: boolean }) => early === isEarly
  return { events: events.filter(fits), chat: chat.filter(fits) }
}

function Disclosure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details>
      <summary style={{ minHeight: 'var(--control)', alignContent: 'center' }}>{label}</summary>
      {children}
    </details>
  )
}

function Events({ events }: { events: CallEvent[] }) {
  return (
    <List>
      {events.map((event, index) => (
        <List.Item key={index}>
          <At at={event.at} />: {formatEvent(event)}
          {event.times > 1 && (
            <>
              {' '}
              ({event.times} times since <At at={event.since} />)
            </>
          )}
        </List.Item>
      ))}
    </List>
  )
}

function Chat({ chat, label }: { chat: ChatLine[]; label: string }) {
  return (
    <List aria-label={label}>
      {chat.map(({ person, text, at }, index) => (
        <List.Item key={index}>
          <At at={at} />, {person.name}: <ChatText>{text}</ChatText>
        </List.Item>
      ))}
    </List>
  )
}

function At({ at }: { at: string }) {
  return <InstantText at={at} timeZone={useSchoolZone()} />
}

const leaving: Record<LeaveReason, string> = {
  left: 'left',
  replaced: 'switched to another page',
  disconnected: 'lost the connection',
  removed: 'was signed out',
}

function formatEvent({ kind, person, reason }: CallEvent): string {
  if (kind === 'left') return `${person.name} ${leaving[reason ?? 'left']}`
  const words = { joined: 'joined', answered: 'answered the call', ended: 'ended the call' }
  return `${person.name} ${words[kind]}`
}
