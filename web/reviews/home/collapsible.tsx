import { Stack, Title, UnstyledButton } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { RightIcon } from '#web/kit/ui/icons/icons.tsx'
import styles from './collapsible.module.css'

type Props = {
  /** What the section is called. */
  label: string
  /** The same as it stands on the screen, with how many there are. */
  title: string
  isOpenAtFirst?: boolean
  onToggle?: ((isOpen: boolean) => void) | undefined
  children: ReactNode
}

/** A section under a heading that opens and closes it; what is closed is not on the page. */
export function Collapsible({ label, title, isOpenAtFirst = false, onToggle, children }: Props) {
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
