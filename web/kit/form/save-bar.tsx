import { Button, Group, Text } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import styles from './save-bar.module.css'

type Props = {
  /** How the form stands, which takes the focus where there is nothing more to press. */
  says: ReactNode
  saysRef: RefObject<HTMLParagraphElement | null>
  /** Other buttons, before the one that saves. */
  children?: ReactNode
  /** Takes back what is not saved, where that can be done now. */
  onDiscard: (() => void) | undefined
  isUnsaved: boolean
  isSaving: boolean
}

/** The end of a form that is saved as a whole, at hand wherever its reader is. */
export function SaveBar({ says, saysRef, children, onDiscard, isUnsaved, isSaving }: Props) {
  function discard() {
    onDiscard?.()
    // The button goes.
    saysRef.current?.focus()
  }

  return (
    <div data-bar className={styles.bar}>
      <Text role="status" ref={saysRef} tabIndex={-1} style={{ outline: 'none' }}>
        {says}
      </Text>
      <Group wrap="nowrap" flex="none">
        {children}
        {onDiscard && (
          <Button variant="default" onClick={discard}>
            Discard
          </Button>
        )}
        <Button type="submit" loading={isSaving} disabled={!isUnsaved}>
          Save
        </Button>
      </Group>
    </div>
  )
}
