import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { confirmDialog } from '../../page/overlays/dialogs.ts'

/** What becomes of what was typed or chosen when its screen is left; the worst first. */
const becomes = {
  lost: 'What you have typed is not saved, and would be lost.',
  sending: 'What you have chosen is not saved yet. It is lost if this page is closed before it is.',
  draft: 'What you have typed is not submitted. It stays there as a draft.',
}

/** What on the screen is not saved, and what would become of it; each form has its own key. */
const unsaved = new Map<symbol, keyof typeof becomes>()

/**
 * Says that a form is not saved, so that `useAskBeforeLeaving` asks; closing the page is asked
 * about where it would be lost.
 */
export function useUnsaved(isUnsaved: boolean, fate: keyof typeof becomes = 'lost'): void {
  useEffect(() => {
    if (!isUnsaved) return
    const form = Symbol(fate)
    unsaved.set(form, fate)
    if (fate !== 'draft') window.addEventListener('beforeunload', ask)
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

/** Lets the page be loaded anew unasked, where all that is not saved has been kept for that. */
export function allowReload(): void {
  if (![...unsaved.values()].includes('sending')) window.removeEventListener('beforeunload', ask)
}

function worst(): string {
  const fates = [...unsaved.values()]
  if (fates.includes('lost')) return becomes.lost
  return fates.includes('sending') ? becomes.sending : becomes.draft
}

/** Asks before a link, or the browser's back and forward, lead away from what is not saved. */
export function useAskBeforeLeaving(): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const question = { title: 'Leave this screen?', text: worst(), confirm: 'Leave' }
    void confirmDialog(question).then((isSure) => (isSure ? blocker.proceed() : blocker.reset()))
  }, [blocker])
}
