import { Card, Text, Title } from '@mantine/core'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { AuditEntry } from '#contract/audit/audit.ts'
import { getDateInZone } from '#contract/kit/time/zone.ts'
import { DescriptionList } from '#web/kit/list/description-list.tsx'
import { LongList } from '#web/kit/list/long-list.tsx'
import { useNow } from '#web/kit/live/now.ts'
import { Avatar } from '#web/kit/ui/avatar.tsx'
import { formatTimeAt } from '#web/kit/ui/dates/clock.ts'
import { formatDay } from '#web/kit/ui/dates/dates.ts'
import styles from './audit-entries.module.css'
import { getChangedFields } from './fields.ts'
import { formatEntry } from './format-entry.ts'
import { type EntryGroup, groupByCall } from './group-by-call.ts'
import { formatInstant, type Part } from './sentence-parts.ts'

/** The estimated height of a collapsed line, in pixels. */
const lineHeight = 53

type Props = { lines: AuditEntry[]; timeZone: string }

/** The audit log as sentences, by day; the lines of one call form one entry. */
export function AuditEntries({ lines, timeZone }: Props) {
  const today = getDateInZone(useNow(), timeZone)
  const entries = useMemo(() => groupByCall(lines), [lines])
  const draw = useCallback(
    (entry: EntryGroup, index: number) => {
      const before = entries[index - 1]
      const day = getDay(entry, timeZone)
      const isNewDay = before === undefined || getDay(before, timeZone) !== day
      return (
        <>
          {isNewDay && (
            <Title order={2} className={styles.day ?? ''}>
              {formatDay(day, today)}
            </Title>
          )}
          <EntryInWords {...entry} timeZone={timeZone} />
        </>
      )
    },
    [entries, timeZone, today],
  )
  return (
    <Card withBorder py={0}>
      <LongList label="Changes" items={entries} getKey={getKey} height={lineHeight} gap={0}>
        {draw}
      </LongList>
    </Card>
  )
}

const getKey = ({ main }: EntryGroup) => main.requestId || main._id
const getDay = ({ main }: EntryGroup, timeZone: string) =>
  getDateInZone(Date.parse(main.at), timeZone)

/** If the actor is unknown. */
const nobody = { _id: '', name: '?' }

function EntryInWords({ main, more, timeZone }: EntryGroup & { timeZone: string }) {
  return (
    <div className={styles.line}>
      <Avatar person={main.who ?? nobody} size={32} />
      <div className={styles.told}>
        <Line line={main} more={more} timeZone={timeZone}>
          <Text component="time" dateTime={main.at} c="dimmed" className={styles.time ?? ''}>
            {formatTimeAt(Date.parse(main.at), timeZone)}
          </Text>
        </Line>
        {more.length > 0 && (
          <details>
            <summary className={styles.summary}>and {more.length} more</summary>
            <ul className={styles.more}>
              {more.map((line) => (
                <li key={line._id}>
                  <Line line={line} timeZone={timeZone} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </div>
  )
}

type LineProps = { line: AuditEntry; more?: AuditEntry[]; timeZone: string; children?: ReactNode }

/** An entry: the sentence, the time, and a button for the details. */
function Line({ line, more, timeZone, children }: LineProps) {
  return (
    <div className={styles.one}>
      <Text className={styles.sentence ?? ''}>
        {formatEntry(line, timeZone, more).map((part, place) => (
          <Words key={place} part={part} />
        ))}
      </Text>
      {children}
      <EntryDetails line={line} timeZone={timeZone} />
    </div>
  )
}

function Words({ part }: { part: Part }) {
  if (typeof part === 'string') return part
  if (!part.to) return <span className={styles.name}>{part.name}</span>
  return (
    <Link to={part.to} className={styles.name}>
      {part.name}
    </Link>
  )
}

type EntryDetailsProps = { line: AuditEntry; timeZone: string }

/** What exactly changed, and by which request from where; collapsed until it is opened. */
function EntryDetails({ line, timeZone }: EntryDetailsProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={`${styles.summary} ${styles.atEnd}`}>
        <span className={styles.shown}>Details</span>
      </summary>
      {isOpen && <Details line={line} timeZone={timeZone} />}
    </details>
  )
}

function Details({ line, timeZone }: EntryDetailsProps) {
  const { who, at, call, address, requestId } = line
  const now = useNow()
  const fields = getChangedFields(line, timeZone).map(
    ({ name, old, now }) => [name, <Change key={name} line={line} old={old} now={now} />] as const,
  )
  const by = who ? `${who.name} (${who.role}, ${who.email})` : 'unknown'
  return (
    <div className={styles.details}>
      <DescriptionList
        facts={{
          ...Object.fromEntries(fields),
          By: by,
          At: formatInstant(Date.parse(at), now, timeZone),
        }}
      />
      <Text size="xs" c="dimmed" mt={12} style={{ overflowWrap: 'anywhere' }}>
        {[call, address && `from ${address}`, requestId && `request ${requestId}`]
          .filter(Boolean)
          .join(', ')}
      </Text>
    </div>
  )
}

/** The old value is shown only if there was one. */
function Change({ line, old, now }: { line: AuditEntry; old: string; now: string }) {
  if (line.before === null) return now
  if (line.after === null) return <del className={styles.old}>{old}</del>
  return (
    <>
      <del className={styles.old}>{old}</del> → <ins className={styles.now}>{now}</ins>
    </>
  )
}
