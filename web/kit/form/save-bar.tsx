import { Button, Group, Text } from '@mantine/core'
import type { ReactNode, RefObject } from 'react'
import styles from './save-bar.module.css'

type Props = {
  /** The form's status, which takes the focus when there is no button left to press. */
  message: ReactNode
  messageRef: RefObject<HTMLParagraphElement | null>
  /** Further buttons, before the save button. */
  children?: ReactNode
  /** Discards the changes, if that is possible now. */
  onDiscard: (() => void) | undefined
  isUnsaved: boolean
  isSaving: boolean
}

/** The bar at the end of a form that is saved as a whole; it stays visible. */
export function SaveBar({ message, messageRef, children, onDiscard, isUnsaved, isSaving }: Props) {
  function discard() {
    onDiscard?.()
    // The button disappears.
    messageRef.current?.focus()
  }

  return (
    <div data-bar className={styles.bar}>
      <Text role="status" ref={messageRef} tabIndex={-1} style={{ outline: 'none' }}>
        {message}
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
