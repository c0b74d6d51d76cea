import '@mantine/notifications/styles.css'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { toastMs } from '#contract/limits.ts'
import { dialogsCanOpen } from '#web/kit/page/dialogs.ts'
import { useLessMotion } from '#web/shell/motion.ts'
import styles from './frame/layout.module.css'
import { openDialog } from './open-dialog.tsx'

/** Where dialogs and toasts appear, those too that were waiting for it. */
export function OverlayHost() {
  useEffect(() => dialogsCanOpen(openDialog), [])
  const motion = useLessMotion()
  return (
    <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': 'Close' }, ...motion }}>
      <Notifications position="top-right" autoClose={toastMs} className={styles.toasts ?? ''} />
    </ModalsProvider>
  )
}
