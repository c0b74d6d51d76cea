import { Button, Text, VisuallyHidden } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useNavigationType,
} from 'react-router'
import { useStore } from 'zustand'
import { getSchool } from '#contract/school/school.ts'
import { queryClient, useApiQuery } from '#web/kit/api/hooks.ts'
import { saveDrafts } from '#web/kit/form/draft/keep-through-reload.ts'
import { allowReload } from '#web/kit/form/draft/unsaved.ts'
import { newVersionText, reloadLabel } from '#web/kit/lazy/chunk-error-texts.ts'
import { newVersionStore, reloadUnlessRecent } from '#web/kit/lazy/new-version.ts'
import { ArrivalContext } from '#web/kit/page/focus/heading.ts'
import { leaveScreen } from '#web/kit/page/focus/on-leave.ts'
import { getRoleForPath } from '#web/kit/page/path-access.ts'
import { SchoolContext } from '#web/kit/page/school.ts'
import styles from './root-providers.module.css'
import { ThemeProvider } from './theme/theme-provider.tsx'

/** Around every screen: the theme of the role's area and the query cache. */
export function Root() {
  const { pathname, hash } = useLocation()
  const role = getRoleForPath(pathname)
  // A new screen starts without the old one's toasts.
  useEffect(() => {
    if (newVersionStore.getState().isAvailable) reloadUnlessRecent()
    leaveScreen()
  }, [pathname])
  return (
    <QueryClientProvider client={queryClient}>
      <KnownSchool>
        <ThemeProvider role={role}>
          <ArrivalContext value={{ at: pathname, by: useNavigationType(), field: hash.slice(1) }}>
            <Progress />
            <Outlet />
            <ScrollRestoration />
            <NewVersionBar />
          </ArrivalContext>
        </ThemeProvider>
      </KnownSchool>
    </QueryClientProvider>
  )
}

/** Provides the school to all screens, dialogs and toasts. */
function KnownSchool({ children }: { children: ReactNode }) {
  const schoolReply = useApiQuery(getSchool).data
  // Each reply has the server's time, so memoize: otherwise everything that shows a date would
  // render again.
  const known = JSON.stringify({ ...schoolReply, now: 0 })
  const school = useMemo(() => schoolReply, [known])
  return <SchoolContext value={school}>{children}</SchoolContext>
}

/** Shows that the next screen is loading, visibly after a delay. */
function Progress() {
  const isLoading = useNavigation().state === 'loading'
  return (
    <>
      <VisuallyHidden role="status">{isLoading ? 'Loading the page' : ''}</VisuallyHidden>
      {isLoading && <div className={styles.progress} />}
    </>
  )
}

/**
 * Says that the server has a new version and this page's code is gone. It does not interrupt typing
 * or calls.
 */
function NewVersionBar() {
  const { isAvailable } = useStore(newVersionStore)
  return (
    <div aria-live="polite">
      {isAvailable && (
        <div className={styles.bar}>
          <div>
            <Text fw={600}>{newVersionText.title}</Text>
            <Text size="sm">{newVersionText.text}</Text>
          </div>
          <Button onClick={load} style={{ flexShrink: 0 }}>
            {reloadLabel}
          </Button>
        </div>
      )}
    </div>
  )
}

function load(): void {
  saveDrafts()
  allowReload()
  // A click always reloads, even shortly after the last reload.
  if (!reloadUnlessRecent()) location.reload()
}
