import { Card, Group, Stack, Text } from '@mantine/core'
import { useCallback } from 'react'
import type { TrailLine } from '#contract/trail.ts'
import { Facts } from '#web/kit/list/facts.tsx'
import { LongList } from '#web/kit/list/long-list.tsx'
import { instantInWords } from '#web/kit/look/dates.ts'
import styles from './trail-lines.module.css'
import { changesIn, titleOf } from './words.ts'

/** How high a closed line is about, in pixels. */
const lineHeight = 147

/** The lines of the trail, each with who did it, what changed and from where. */
export function TrailLines({ lines, timeZone }: { lines: TrailLine[]; timeZone: string }) {
  const draw = useCallback(
    (line: TrailLine) => (
      <Card withBorder>
        <Line line={line} timeZone={timeZone} />
      </Card>
    ),
    [timeZone],
  )
  return (
    <LongList label="Changes" items={lines} keyOf={keyOf} height={lineHeight} gap={12}>
      {draw}
    </LongList>
  )
}

const keyOf = (line: TrailLine) => line._id

function Line({ line, timeZone }: { line: TrailLine; timeZone: string }) {
  const { who, at, call, address, requestId } = line
  const changes = changesIn(line, timeZone)
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text fw={600}>{titleOf(line)}</Text>
        <Text size="sm" c="dimmed">
          {instantInWords(Date.parse(at), timeZone)}
        </Text>
      </Group>
      <Text size="sm">
        {who
          ? `By ${who.name}, ${who.role}, ${who.email}`
          : 'By whoever runs the server, or by nobody known'}
      </Text>
      <details>
        <summary className={styles.summary}>What changed</summary>
        <Facts
          facts={{
            ...Object.fromEntries(
              changes.map(({ name, old, now }) => [
                name,
                <Change key={name} old={old} now={now} />,
              ]),
            ),
            call,
            'from address': address,
            request: requestId,
          }}
        />
      </details>
    </Stack>
  )
}

function Change({ old, now }: { old: string; now: string }) {
  return (
    <>
      <del className={styles.old}>{old}</del> → <ins className={styles.now}>{now}</ins>
    </>
  )
}
