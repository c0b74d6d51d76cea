import { Stack, Title, UnstyledButton } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { RightIcon } from '#web/kit/ui/icons/icons.tsx'
import styles from './collapsible-section.module.css'

type Props = {
  /** The accessible name of the section. */
  label: string
  /** The visible title, with the count. */
  title: string
  isOpenAtFirst?: boolean
  onToggle?: ((isOpen: boolean) => void) | undefined
  children: ReactNode
}

/** A section whose heading expands and collapses it; collapsed content is not rendered. */
export function CollapsibleSection({
  label,
  title,
  isOpenAtFirst = false,
  onToggle,
  children,
}: Props) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const id = useId()

  function toggle() {
    setOpen(!isOpen)
    onToggle?.(!isOpen)
  }

  return (
    <Stack component="section" gap="sm" aria-label={label}>
      <Title order={2}>
        <UnstyledButton
          className={styles.fold ?? ''}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={toggle}
        >
          <RightIcon />
          {title}
        </UnstyledButton>
      </Title>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </Stack>
  )
}
