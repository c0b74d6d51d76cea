import { MantineProvider, VisuallyHidden } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router'
import { toastMs } from '#contract/limits.ts'
import { roleOfPath } from '#web/kit/paths.ts'
import { queryClient } from '#web/kit/query.ts'
import { RoleContext } from '#web/kit/role.ts'
import { readableVariables, themes } from './theme.ts'

/** Around every screen: the look of the role's area, dialogs, toasts and the cache of calls. */
export function Root() {
  const role = roleOfPath(useLocation().pathname)
  return (
    <QueryClientProvider client={queryClient}>
      <MantineProvider
        theme={themes[role]}
        cssVariablesResolver={readableVariables}
        defaultColorScheme="auto"
      >
        <ModalsProvider modalProps={{ closeButtonProps: { 'aria-label': 'Close' } }}>
          <RoleContext value={role}>
            <Notifications position="top-right" autoClose={toastMs} />
            <Progress />
            <Outlet />
            <ScrollRestoration />
          </RoleContext>
        </ModalsProvider>
      </MantineProvider>
    </QueryClientProvider>
  )
}

/** Tells a screen reader that the next screen is on its way. */
function Progress() {
  const { state } = useNavigation()
  return (
    <VisuallyHidden role="status">{state === 'loading' ? 'Loading the page' : ''}</VisuallyHidden>
  )
}
