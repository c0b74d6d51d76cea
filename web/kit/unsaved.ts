import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { confirmDialog } from './dialogs.tsx'

/** What becomes of what was typed when its screen is left. */
const becomes = {
  lost: 'What you have typed is not saved, and would be lost.',
  draft: 'What you have typed is not submitted. It stays there as a draft.',
}

/** What on the screen is not saved, and what would become of it; each form has its own key. */
const unsaved = new Map<symbol, keyof typeof becomes>()

/** Says that a form is not saved, so that `useAskBeforeLeaving` asks; closing the page is asked about where it would be lost. */
export function useUnsaved(isUnsaved: boolean, fate: keyof typeof becomes = 'lost'): void {
  useEffect(() => {
    if (!isUnsaved) return
    const form = Symbol(fate)
    unsaved.set(form, fate)
    if (fate === 'lost') window.addEventListener('beforeunload', ask)
    return () => {
      unsaved.delete(form)
      window.removeEventListener('beforeunload', ask)
    }
  }, [isUnsaved, fate])
}

/** The browser asks in words of its own. */
function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Asks before a link, or the browser's back and forward, lead away from what is not saved. */
export function useAskBeforeLeaving(): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const fate = [...unsaved.values()].includes('lost') ? 'lost' : 'draft'
    const question = { title: 'Leave this screen?', text: becomes[fate], confirm: 'Leave' }
    void confirmDialog(question).then((isSure) => (isSure ? blocker.proceed() : blocker.reset()))
  }, [blocker])
}
