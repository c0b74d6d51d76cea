import { Checkbox, Modal, Stack, Title } from '@mantine/core'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Role } from '#contract/roles.ts'
import { focusUndo } from '#web/kit/page/focus/focus.ts'
import { autoFocusProps } from '#web/kit/page/overlays/dialogs.ts'
import { browserStorage, readText, storeText } from '#web/kit/storage.ts'
import { useDialogTransition } from '#web/shell/dialog-transition.ts'
import { PaletteDialog } from './palette-dialog.tsx'
import { keySequenceMs, replayEarlyKeys } from './shortcuts/early-keys.ts'
import { listenToKeys } from './shortcuts/listen-to-keys.ts'
import { destinations, goKey, helpKey, listShortcuts, undoKey } from './shortcuts/shortcuts.ts'
import styles from './shortcuts/shortcuts-dialog.module.css'

export type ShownDialog = 'find' | 'keys' | null
type Props = {
  role: Role
  shown: ShownDialog
  show: (shown: ShownDialog) => void
  close: () => void
}

/** The command palette, the shortcuts dialog, and the keyboard shortcuts. */
export function PaletteAndShortcuts({ role, shown, show, close }: Props) {
  const navigate = useNavigate()

  useEffect(() => {
    let began = Number.NEGATIVE_INFINITY
    const press = ({ key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey || !singleKeys.getState().areOn) return
      const isSecond = timeStamp - began < keySequenceMs
      began = key === goKey && !isSecond ? timeStamp : Number.NEGATIVE_INFINITY
      if (key === helpKey) show('keys')
      if (key === undoKey) focusUndo()
      const place = isSecond && destinations[role].find((one) => one.key === key)
      if (place) navigate(place.to)
    }
    // Somebody may have pressed the first key before this code was loaded.
    const keepAgain = replayEarlyKeys(press)
    const stop = listenToKeys(press)
    return () => {
      stop()
      keepAgain()
    }
  }, [role, navigate, show])

  return (
    <>
      {shown === 'find' && (
        <PaletteDialog role={role} close={close} showKeys={() => show('keys')} />
      )}
      {shown === 'keys' && <ShortcutsDialog role={role} close={close} />}
    </>
  )
}

/** All shortcuts, with a switch for single-key shortcuts. */
function ShortcutsDialog({ role, close }: { role: Role; close: () => void }) {
  const { areOn } = useStore(singleKeys)
  return (
    <Modal
      opened
      onClose={close}
      title="Keyboard shortcuts"
      returnFocus={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
      {...useDialogTransition()}
    >
      <Stack>
        {listShortcuts(role).map(({ title, lines }) => (
          <section key={title} aria-label={title}>
            <Title order={3} mb={4}>
              {title}
            </Title>
            <dl className={styles.keys}>
              {lines.map(({ keys, does }) => (
                <div key={does}>
                  <dt>{does}</dt>
                  <dd>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <Checkbox
          label="Use single-key shortcuts"
          description="Except while you type or a dialog is open"
          {...autoFocusProps}
          checked={areOn}
          onChange={(event) => switchSingleKeys(event.currentTarget.checked)}
        />
      </Stack>
    </Modal>
  )
}

const storageKey = 'weekward-single-keys'

/**
 * Whether single-key shortcuts are on. Speech input and tremor can trigger them by accident (WCAG
 * 2.1.4). Stored in this browser.
 */
const singleKeys = createStore<{ areOn: boolean }>()(() => ({
  areOn: readText(browserStorage, storageKey) !== 'off',
}))

/** Switches them on or off, in this tab and for later visits. */
function switchSingleKeys(areOn: boolean): void {
  storeText(browserStorage, storageKey, areOn ? 'on' : 'off')
  singleKeys.setState({ areOn })
}
