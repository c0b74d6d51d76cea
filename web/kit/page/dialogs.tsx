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

type Question = {
  title: string
  text: string
  confirm: string
  /** Takes the question back, unanswered. */
  signal?: AbortSignal
}

/** Asks before something that cannot be undone; answers whether it was confirmed. */
export function confirmDialog({ title, text, confirm, signal }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    whenThere(() => {
      if (signal?.aborted) return resolve(false)
      const id = modals.openConfirmModal({
        title,
        children: <Text>{text}</Text>,
        labels: { confirm, cancel: 'Cancel' },
        onConfirm: () => resolve(true),
        onCancel: () => resolve(false),
        onClose: () => resolve(false),
      })
      signal?.addEventListener('abort', () => modals.close(id), { once: true })
    })
  })
}

/** Says that something was done, and goes by itself (specification, section 9). */
export function successDialog(text: string, title = 'Done'): void {
  whenThere(() => {
    const id = modals.open({ title, children: <Text>{text}</Text> })
    setTimeout(() => modals.close(id), successDialogMs)
  })
}

/** Says that something was not done; it stays until it is closed. */
export function failureDialog(text: string): void {
  whenThere(() => modals.open({ title: 'Not done', children: <Text>{text}</Text> }))
}

/** Shows something that is needed now; it stays until it is closed. */
export function contentDialog(title: string, children: ReactNode): void {
  whenThere(() => modals.open({ title, children }))
}
