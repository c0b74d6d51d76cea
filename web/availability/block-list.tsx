import { ActionIcon, Group, Text } from '@mantine/core'
import styles from '#web/kit/list/action-rows.module.css'
import { CloseIcon, EditIcon } from '#web/kit/look/icons.tsx'
import { useFocusStays } from '#web/kit/page/focus.ts'
import { type Block, inOrder, keyOf } from './blocks.ts'
import { kindInWords, nameOf } from './words.ts'

type Props = {
  blocks: readonly Block[]
  today: string
  edit: (block: Block) => void
  remove: (block: Block) => void
}

/** The week as a list, which says and can do the same as what is painted. */
export function BlockList({ blocks, today, edit, remove }: Props) {
  const stays = useFocusStays<HTMLUListElement>()
  return (
    <ul className={styles.list} aria-label="Your times" {...stays}>
      {inOrder(blocks).map((block) => (
        <li key={keyOf(block)} className={styles.row}>
          <div className={styles.about}>
            <Text fw={500}>{nameOf(block)}</Text>
            <Text c="dimmed">{kindInWords(block, today)}</Text>
          </div>
          <Group gap={4} wrap="nowrap">
            <ActionIcon
              color="gray"
              aria-label={`Edit ${nameOf(block)}`}
              onClick={() => edit(block)}
            >
              <EditIcon />
            </ActionIcon>
            <ActionIcon
              color="gray"
              aria-label={`Remove ${nameOf(block)}`}
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
