import { useEffect, useLayoutEffect } from 'react'
import { useBlocker } from 'react-router'
import { openConfirmDialog } from '../../page/overlays/dialogs.ts'

/** What happens to unsaved input when its screen is left. */
const becomes = {
  lost: 'Your changes are not saved and will be lost.',
  links: 'The links are not saved and will be lost.',
  sending: 'Your changes are still being saved and will be lost if you close this page now.',
  draft: 'Your changes are not submitted. They are kept as a draft.',
}

const worstFirst = ['lost', 'links', 'sending', 'draft'] as const

/** The unsaved forms on the screen, each with its own key, and what would happen to their input. */
const unsaved = new Map<symbol, keyof typeof becomes>()

/**
 * Marks a form as unsaved, so that `useAskBeforeLeaving` asks. The browser also asks before the
 * page is closed, unless the input stays as a draft.
 */
export function useUnsaved(isUnsaved: boolean, fate: keyof typeof becomes = 'lost'): void {
  // With the change on the screen: the next click may already leave it.
  useLayoutEffect(() => {
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

/** The browser asks in its own words. */
function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** Allows a reload without a question, after all unsaved input was stored. */
export function allowReload(): void {
  if (![...unsaved.values()].includes('sending')) window.removeEventListener('beforeunload', ask)
}

function worst(): string {
  const fates = new Set(unsaved.values())
  return becomes[worstFirst.find((fate) => fates.has(fate)) ?? 'draft']
}

/** Asks before a link, or the browser's back and forward, leaves a screen with unsaved input. */
export function useAskBeforeLeaving(): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      unsaved.size > 0 && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const question = { title: 'Leave this page?', text: worst(), confirm: 'Leave' }
    void openConfirmDialog(question).then((isSure) =>
      isSure ? blocker.proceed() : blocker.reset(),
    )
  }, [blocker])
}
