import { Text, Title } from '@mantine/core'
import { useCallback } from 'react'
import { Link } from 'react-router'
import { dateInZone, slotTimeInZone } from '#contract/kit/zone.ts'
import type { TrailLine } from '#contract/trail.ts'
import { LongList } from '#web/kit/list/long-list.tsx'
import { useNow } from '#web/kit/live/now.ts'
import { Avatar } from '#web/kit/look/avatar.tsx'
import { dayInWords } from '#web/kit/look/dates.ts'
import { LineDetails } from './line-details.tsx'
import type { Part } from './reading.ts'
import { sentenceOf } from './sentence.ts'
import styles from './trail-lines.module.css'

/** How high a closed line is about, in pixels. */
const lineHeight = 85

type Props = { lines: TrailLine[]; timeZone: string }

/** The lines of the trail in words, day by day. */
export function TrailLines({ lines, timeZone }: Props) {
  const today = dateInZone(useNow(), timeZone)
  const draw = useCallback(
    (line: TrailLine, index: number) => {
      const before = lines[index - 1]
      const day = dayOf(line, timeZone)
      const isNewDay = before === undefined || dayOf(before, timeZone) !== day
      return (
        <>
          {isNewDay && (
            <Title order={2} className={styles.day ?? ''}>
              {dayInWords(day, today)}
            </Title>
          )}
          <Line line={line} timeZone={timeZone} />
        </>
      )
    },
    [lines, timeZone, today],
  )
  return (
    <LongList label="Changes" items={lines} keyOf={keyOf} height={lineHeight} gap={0}>
      {draw}
    </LongList>
  )
}

const keyOf = (line: TrailLine) => line._id
const dayOf = ({ at }: TrailLine, timeZone: string) => dateInZone(Date.parse(at), timeZone)

/** Where nobody is known who did it. */
const nobody = { _id: '', name: '?' }

function Line({ line, timeZone }: { line: TrailLine; timeZone: string }) {
  return (
    <div className={styles.line}>
      <Avatar person={line.who ?? nobody} size={32} />
      <div className={styles.told}>
        <Text className={styles.sentence ?? ''}>
          {sentenceOf(line, timeZone).map((part, place) => (
            <Words key={place} part={part} />
          ))}
        </Text>
        <LineDetails line={line} timeZone={timeZone} />
      </div>
      <Text component="time" dateTime={line.at} c="dimmed" className={styles.time ?? ''}>
        {slotTimeInZone(Date.parse(line.at), timeZone)}
      </Text>
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
