import '@mantine/notifications/styles.css'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { toastMs } from '#contract/limits.ts'
import { dialogsCanOpen } from '#web/kit/dialogs.tsx'

/** Where dialogs and toasts appear, those too that were waiting for it. */
export function OverlayHost() {
  useEffect(dialogsCanOpen, [])
  return (
    <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': 'Close' } }}>
      <Notifications position="top-right" autoClose={toastMs} />
    </ModalsProvider>
  )
}
