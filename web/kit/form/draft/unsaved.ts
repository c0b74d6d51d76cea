import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { confirmDialog } from '../../page/overlays/dialogs.ts'

/** What becomes of what was typed or chosen when its screen is left; the worst first. */
const becomes = {
  lost: 'Your changes are not saved and will be lost.',
  sending: 'Your changes are still being saved and will be lost if you close this page now.',
  draft: 'Your changes are not submitted. They stay there as a draft.',
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
    const question = { title: 'Leave this page?', text: worst(), confirm: 'Leave' }
    void confirmDialog(question).then((isSure) => (isSure ? blocker.proceed() : blocker.reset()))
  }, [blocker])
}
