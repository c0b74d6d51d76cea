import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import type { Role } from '#contract/roles.ts'
import { focusUndo } from '#web/kit/page/focus/focus.ts'
import { replayEarlyKeys, togetherMs } from './keys/early-keys.ts'
import { goKey, helpKey, places, undoKey } from './keys/keys.ts'
import { KeysDialog } from './keys/keys-dialog.tsx'
import { listenToKeys } from './keys/listen.ts'
import { singleKeys } from './keys/single-keys.ts'
import { PaletteDialog } from './palette-dialog.tsx'

export type Shown = 'find' | 'keys' | null
type Props = { role: Role; shown: Shown; show: (shown: Shown) => void; close: () => void }

/** The search for anything, the keys, and what the keys do that are pressed alone. */
export function CommandPalette({ role, shown, show, close }: Props) {
  const navigate = useNavigate()

  useEffect(() => {
    let began = Number.NEGATIVE_INFINITY
    const press = ({ key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey || !singleKeys.getState().areOn) return
      const isSecond = timeStamp - began < togetherMs
      began = key === goKey && !isSecond ? timeStamp : Number.NEGATIVE_INFINITY
      if (key === helpKey) show('keys')
      if (key === undoKey) focusUndo()
      const place = isSecond && places[role].find((one) => one.key === key)
      if (place) navigate(place.to)
    }
    // Who began to type them has pressed the first before this was there.
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
      {shown === 'keys' && <KeysDialog role={role} close={close} />}
    </>
  )
}
