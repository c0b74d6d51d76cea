import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Role } from '#contract/roles.ts'
import { focusUndo } from '#web/kit/page/focus/focus.ts'
import { PaletteDialog } from './palette-dialog.tsx'
import { keySequenceMs, replayEarlyKeys } from './shortcuts/early-keys.ts'
import { listenToKeys } from './shortcuts/listen-to-keys.ts'
import { destinations, goKey, helpKey, undoKey } from './shortcuts/shortcuts.ts'
import { ShortcutsDialog } from './shortcuts/shortcuts-dialog.tsx'
import { singleKeys } from './shortcuts/single-key-shortcuts.ts'

export type Shown = 'find' | 'keys' | null
type Props = { role: Role; shown: Shown; show: (shown: Shown) => void; close: () => void }

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
