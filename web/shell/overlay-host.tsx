import '@mantine/notifications/styles.css'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { ModalsProvider, modals } from '@mantine/modals'
import { Notifications, notifications } from '@mantine/notifications'
import { Fragment, type MouseEvent, useEffect } from 'react'
import { successDialogMs, toastMs } from '#contract/limits/limits.ts'
import { focusHeading } from '#web/kit/page/focus/focus.ts'
import { onScreenLeft } from '#web/kit/page/focus/on-leave.ts'
import { autoFocusProps, type Dialog, registerDialogHost } from '#web/kit/page/overlays/dialogs.ts'
import { carryOverMaxAgeMs, hideOldToasts } from '#web/kit/page/overlays/toast.ts'
import { useDialogTransition } from '#web/shell/dialog-transition.ts'
import styles from './overlays.module.css'

/** Shows dialogs and toasts, including those that were waiting for it. */
export function OverlayHost() {
  useEffect(() => registerDialogHost(openDialog), [])
  useEffect(() => onScreenLeft(hideWithScreen), [])
  const motion = useDialogTransition()
  const isAtDesk = useMediaQuery('(min-width: 75em)')
  return (
    <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': 'Close' }, ...motion }}>
      <Notifications
        position={isAtDesk ? 'top-right' : 'bottom-center'}
        autoClose={toastMs}
        containerWidth={480}
        className={styles.toasts ?? ''}
        onClick={focusAfterClosing}
      />
    </ModalsProvider>
  )
}

/** Moves the focus to the heading when a toast is closed, as its button disappears. */
function focusAfterClosing({ target }: MouseEvent<HTMLElement>): void {
  const isClosing = target instanceof Element && target.closest('[aria-label=Close]')
  if (isClosing) focusHeading({ preventScroll: true })
}

let opened = 0
let lastOpenedAt = 0

/** Hides what belongs to a screen that was left. At its end a session takes everything with it. */
function hideWithScreen(isSignedOut: boolean): void {
  if (isSignedOut) notifications.clean()
  else hideOldToasts()
  if (isSignedOut || performance.now() - lastOpenedAt > carryOverMaxAgeMs) modals.closeAll()
}

/** Opens a dialog. It closes when answered, by itself, or when its signal aborts. */
function openDialog(dialog: Dialog): void {
  const { title } = dialog
  lastOpenedAt = performance.now()
  if ('content' in dialog) {
    const { content } = dialog
    opened += 1
    const id: string = modals.open({
      title,
      // A click beside it would lose what was typed, or a secret that is shown once.
      closeOnClickOutside: false,
      children: (
        // With a key, as one that is just closing would pass its fields on to the same form.
        <Fragment key={opened}>
          {typeof content === 'function' ? content(() => close(id)) : content}
        </Fragment>
      ),
    })
  } else if ('answer' in dialog) {
    ask(dialog)
  } else {
    const text = (
      <Text tabIndex={-1} style={{ outline: 'none' }} {...autoFocusProps}>
        {dialog.text}
      </Text>
    )
    const id = modals.open({ title, children: text, onClose: () => dialog.gone?.() })
    if (dialog.goesByItself) setTimeout(() => modals.close(id), successDialogMs)
  }
}

/** Closes a dialog; the button that would get the focus back may be gone. */
function close(id: string): void {
  if (document.activeElement?.closest('[role=dialog]')) focusHeading({ preventScroll: true })
  modals.close(id)
}

function ask(question: Extract<Dialog, { answer: unknown }>): void {
  const { title, text, confirm, isDestructive, facts, signal, answer, others = [] } = question
  if (signal?.aborted) {
    answer(false)
    return
  }
  const answered = new AbortController()
  const reply = (isConfirmed: boolean) => {
    answered.abort()
    answer(isConfirmed)
  }
  const id: string = modals.openConfirmModal({
    title,
    children: (
      <Stack>
        <Text>{text}</Text>
        {facts && <div className={styles.facts}>{facts}</div>}
        {others.length > 0 && (
          <Group justify="flex-end">
            {others.map(({ label, choose }) => (
              <Button
                key={label}
                variant="default"
                onClick={() => {
                  choose()
                  modals.close(id)
                }}
              >
                {label}
              </Button>
            ))}
          </Group>
        )}
      </Stack>
    ),
    labels: { confirm, cancel: 'Cancel' },
    cancelProps: autoFocusProps,
    // The colours of a state's text on a card, inverted.
    ...(isDestructive ? { confirmProps: { bg: 'var(--state-red-text)', c: 'var(--card)' } } : {}),
    onConfirm: () => reply(true),
    onCancel: () => reply(false),
    onClose: () => reply(false),
  })
  const closeThis = () => close(id)
  // Only until it is answered: then the focus returns as usual.
  signal?.addEventListener('abort', closeThis, { signal: answered.signal })
}
