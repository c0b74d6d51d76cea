import { Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { ReactNode } from 'react'
import { successDialogMs } from '#contract/limits.ts'

let canOpen = false
const waiting: (() => void)[] = []

/** Says that there is a place for dialogs, where those that waited open now. Answers its end. */
export function dialogsCanOpen(): () => void {
  canOpen = true
  for (const open of waiting.splice(0)) open()
  return () => {
    canOpen = false
  }
}

function whenThere(open: () => void): void {
  if (canOpen) open()
  else waiting.push(open)
}

/**
 * Where a dialog takes the focus: every one at its first field, a question at the answer that changes
 * nothing, what is only to be read at its text. None begins at the button that closes it.
 */
export const startsHere = { 'data-autofocus': true }

function Told({ text }: { text: string }) {
  return (
    <Text tabIndex={-1} style={{ outline: 'none' }} {...startsHere}>
      {text}
    </Text>
  )
}

type Question = {
  title: string
  text: string
  confirm: string
  /** Takes the question back, as when what it is about has been done elsewhere. */
  until?: AbortSignal
}

/** Asks before something that cannot be undone; answers whether it was confirmed. */
export function confirmDialog({ title, text, confirm, until }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    whenThere(() => {
      if (until?.aborted) return resolve(false)
      const id = modals.openConfirmModal({
        title,
        children: <Text>{text}</Text>,
        labels: { confirm, cancel: 'Cancel' },
        cancelProps: startsHere,
        onConfirm: () => resolve(true),
        onCancel: () => resolve(false),
        onClose: () => resolve(false),
      })
      until?.addEventListener('abort', () => {
        // What has asked is gone, with the button that the focus would come back to.
        if (document.activeElement?.closest('[role=dialog]')) document.querySelector('h1')?.focus()
        modals.close(id)
      })
    })
  })
}

/** Says that something was done, and goes by itself (specification, section 9). */
export function successDialog(text: string, title = 'Done'): void {
  whenThere(() => {
    const id = modals.open({ title, children: <Told text={text} /> })
    setTimeout(() => modals.close(id), successDialogMs)
  })
}

/** Says that something was not done; it stays until it is closed. */
export function failureDialog(text: string): void {
  whenThere(() => modals.open({ title: 'Not done', children: <Told text={text} /> }))
}

/** Shows something that is needed now, and says itself where it begins; it stays until it is closed. */
export function contentDialog(title: string, children: ReactNode): void {
  whenThere(() => modals.open({ title, children }))
}
