import { ActionIcon, Group, Input, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { AvailabilityBlock } from '#contract/availability/availability.ts'
import rows from '#web/kit/list/action-rows.module.css'
import { EditIcon } from '#web/kit/ui/icons/edit-and-sort-icons.tsx'
import { CloseIcon } from '#web/kit/ui/icons/icons.tsx'
import styles from './availability-page.module.css'
import { getBlockKey } from './blocks.ts'
import { formatBlock, formatBlockSettings } from './format.ts'

type Props = {
  blocks: readonly AvailabilityBlock[]
  today: string
  edit: (block: AvailabilityBlock) => void
  remove: (block: AvailabilityBlock) => void
  /** The error of a block, by its index. */
  errorOf: (index: number) => ReactNode
}

/** The week as a list, with the same content and actions as the painted grid. */
export function BlockList({ blocks, today, edit, remove, errorOf }: Props) {
  return (
    <ul aria-label="Your times">
      {blocks.map((block, index) => (
        <li key={getBlockKey(block)} className={`${rows.row} ${styles.row}`}>
          <div className={rows.about}>
            <Text fw={500}>{formatBlock(block)}</Text>
            <Text c="dimmed">{formatBlockSettings(block, today)}</Text>
            <Input.Error>{errorOf(index)}</Input.Error>
          </div>
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              color="gray"
              aria-label={`Edit ${formatBlock(block)}`}
              onClick={() => edit(block)}
            >
              <EditIcon />
            </ActionIcon>
            <ActionIcon
              color="gray"
              aria-label={`Remove ${formatBlock(block)}`}
              onClick={() => remove(block)}
            >
              <CloseIcon />
            </ActionIcon>
          </Group>
        </li>
      ))}
    </ul>
  )
}
