import '@mantine/notifications/styles.css'
import { useMediaQuery } from '@mantine/hooks'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { toastMs } from '#contract/limits/limits.ts'
import { onScreenLeft } from '#web/kit/page/focus/on-leave.ts'
import { registerDialogHost } from '#web/kit/page/overlays/dialogs.ts'
import { hideOldToasts } from '#web/kit/page/overlays/toast.ts'
import { useDialogTransition } from '#web/shell/dialog-transition.ts'
import styles from './overlays.module.css'
import { openDialog } from './show-dialog.tsx'

/** Shows dialogs and toasts, including those that were waiting for it. */
export function OverlayHost() {
  useEffect(() => registerDialogHost(openDialog), [])
  useEffect(() => onScreenLeft(hideOldToasts), [])
  const motion = useDialogTransition()
  const isAtDesk = useMediaQuery('(min-width: 75em)')
  return (
    <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': 'Close' }, ...motion }}>
      <Notifications
        position={isAtDesk ? 'top-right' : 'bottom-center'}
        autoClose={toastMs}
        containerWidth={480}
        className={styles.toasts ?? ''}
      />
    </ModalsProvider>
  )
}
