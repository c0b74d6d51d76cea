import { Card, Checkbox, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { NoticeKind } from '#contract/kit/notice-kind.ts'
import { alwaysOn, type Channel, channels } from '#contract/notices/channels.ts'
import { notices } from '#contract/notices.ts'
import type { InputProps } from './fields.ts'
import styles from './settings.module.css'

const wayNames: Record<Channel, string> = { page: 'Page', mail: 'Mail', push: 'Browser' }

type Props = {
  title: string
  /** What is so of all of them. */
  text: string
  kinds: readonly NoticeKind[]
  inputProps: InputProps
}

/** Some kinds of notice, and in which ways each is told; nothing where there are none. */
export function KindsCard({ title, text, kinds, inputProps }: Props) {
  const id = useId()
  if (kinds.length === 0) return null
  return (
    <Card component="section" withBorder aria-labelledby={id}>
      <Stack gap="sm">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          <Text c="dimmed">{text}</Text>
        </div>
        <ul className={styles.kinds}>
          {kinds.map((kind) => (
            <li key={kind}>
              <Kind kind={kind} inputProps={inputProps} />
            </li>
          ))}
        </ul>
      </Stack>
    </Card>
  )
}

function Kind({ kind, inputProps }: { kind: NoticeKind; inputProps: InputProps }) {
  const id = useId()
  const { label, isSafety } = notices[kind]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand beside its fields.
    <div role="group" aria-labelledby={id} className={styles.kind}>
      <Text id={id} className={styles.name ?? ''}>
        {label}
      </Text>
      <div className={styles.ways}>
        {channels.map((channel) => {
          const isFixed = isSafety && alwaysOn.includes(channel)
          return (
            <Checkbox
              key={channel}
              label={wayNames[channel]}
              disabled={isFixed}
              {...inputProps(`kinds.${kind}.${channel}`, { type: 'checkbox' })}
            />
          )
        })}
      </div>
    </div>
  )
}
