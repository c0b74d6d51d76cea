import { UnstyledButton } from '@mantine/core'
import { useLayoutEffect } from 'react'
import { SearchIcon } from '#web/kit/ui/icons/icons.tsx'
import { keepTyping, stopKeeping } from './early-typing.ts'
import styles from './palette-button.module.css'
import { keepEarlyKey } from './shortcuts/early-keys.ts'
import { isFindKey, listenToKeys } from './shortcuts/listen-to-keys.ts'
import { getPaletteShortcut } from './shortcuts/palette-shortcut.ts'

/** The button that opens the command palette: a field in the top bar, an icon on phones. */
export function PaletteButton({ open }: { open: () => void }) {
  // Before the first paint: whoever sees the button can press its keys.
  useLayoutEffect(() => {
    const stopListening = listenToKeys((event) => {
      if (!isFindKey(event)) return keepEarlyKey(event)
      event.preventDefault()
      keepTyping()
      open()
    })
    return () => {
      stopListening()
      stopKeeping()
    }
  }, [open])
  return (
    <UnstyledButton
      className={styles.field ?? ''}
      onClick={open}
      aria-label="Find anything"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
    >
      <SearchIcon />
      <span>Find anything</span>
      <kbd>{getPaletteShortcut().join(' ')}</kbd>
    </UnstyledButton>
  )
}
