import { Button, Skeleton, Stack, Text } from '@mantine/core'
import {
  createContext,
  type ReactNode,
  useContext,
  useDeferredValue,
  useEffect,
  useRef,
} from 'react'
import { Link } from 'react-router'
import { linkedPagePaths } from '#contract/kit/linked-page-paths.ts'
import { notFound } from '#contract/kit/refusal.ts'
import { ApiError } from '../api/call-api.ts'
import { getErrorAdvice } from '../api/error-messages.ts'
import { Signpost } from '../ui/drawings/illustrations.tsx'
import { useRole } from './role.ts'

type Asked<T> = {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
}

/**
 * Renders a query's data; a skeleton while it loads, and an error with a retry if it failed. With
 * `ready` false the data waits for something that it depends on.
 */
export function LoadedData<T>({
  query,
  skeleton = <Skeletons />,
  ready = true,
  children,
}: {
  query: Asked<T>
  skeleton?: ReactNode
  ready?: boolean
  children: (data: T) => ReactNode
}) {
  // Rendered in small steps, so that the browser stays responsive.
  const data = useDeferredValue(ready ? query.data : undefined)
  if (data !== undefined) return children(data)
  if (query.error) return <ErrorState error={query.error} retry={query.refetch} />
  return skeleton
}

type List<T> = {
  items: T[] | undefined
  error: Error | null
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => Promise<unknown>
}

/** Whether the surrounding list has more pages. */
const HasMoreContext = createContext(false)

/** The same for components that render the rows: the total is unknown then. */
export function useHasMore(): boolean {
  return useContext(HasMoreContext)
}

/**
 * The four states of a list: loading, failed, empty, and loaded with a button for more. With
 * `infinite`, for the last list of a screen, more loads by itself near the end.
 */
export function LoadedList<T>({
  list,
  skeleton,
  ready = true,
  empty,
  infinite = false,
  children,
}: {
  list: List<T>
  skeleton?: ReactNode
  ready?: boolean
  empty: ReactNode
  infinite?: boolean
  children: (items: T[]) => ReactNode
}) {
  return (
    <LoadedData query={{ ...list, data: list.items }} skeleton={skeleton} ready={ready}>
      {(items) =>
        items.length === 0 ? (
          empty
        ) : (
          <Stack>
            <HasMoreContext value={list.hasNextPage}>{children(items)}</HasMoreContext>
            {list.hasNextPage && <ShowMore list={list} byItself={infinite} />}
          </Stack>
        )
      }
    </LoadedData>
  )
}

function ShowMore<T>({ list, byItself }: { list: List<T>; byItself: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const { items, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  // A failed page is retried by the button only.
  const isWatching = byItself && !isFetchingNextPage && !isFetchNextPageError

  // Observes anew after each page, as a page may arrive before its loading state was rendered.
  useEffect(() => {
    const end = button.current
    if (!items || !isWatching || !end) return
    let isOver = false
    const fetchIfNear = async (seen: IntersectionObserverEntry[]) => {
      if (!seen.at(-1)?.isIntersecting) return
      await fetchNextPage()
      if (isOver) return
      // The fetch was replaced by a refetch and brought no page: nothing has rendered, so observe
      // again.
      watcher.unobserve(end)
      watcher.observe(end)
    }
    const watcher = new IntersectionObserver(fetchIfNear, { rootMargin: screenAhead })
    watcher.observe(end)
    return () => {
      isOver = true
      watcher.disconnect()
    }
  }, [items, isWatching, fetchNextPage])

  return (
    <Button
      ref={button}
      variant="default"
      loading={isFetchingNextPage}
      onClick={() => fetchNextPage()}
      // New rows are inserted above: the page must stay at the rows, not at the button.
      style={{ alignSelf: 'center', overflowAnchor: 'none' }}
    >
      Show more
    </Button>
  )
}

/** The end is near if it is less than a screen away. */
const screenAhead = '100% 0px'

/** An error, in the server's words if there are any, with a retry or a link home. */
export function ErrorState({ error, retry }: { error: Error; retry: () => unknown }) {
  const said = error instanceof ApiError ? error.serverMessage : undefined
  const role = useRole()
  if (error instanceof ApiError && error.status === notFound.status) {
    const home = (
      <Button component={Link} to={linkedPagePaths.home(role)}>
        Go to Home
      </Button>
    )
    return <EmptyState picture={<Signpost />} text={said ?? notFound.message} action={home} />
  }
  const advice = getErrorAdvice(error)
  return (
    // Far enough down that the toast with the same text does not cover the button
    // (layout.module.css).
    <Stack align="center" pt={96} pb="xl" role="alert">
      <Text fw={600}>{said ?? 'This could not be loaded'}</Text>
      {advice && <Text c="dimmed">{advice}</Text>}
      <Button variant="default" onClick={() => retry()}>
        Try again
      </Button>
    </Stack>
  )
}

/** An empty list: a drawing, one sentence, and a button. */
export function EmptyState({
  picture,
  text,
  action,
}: {
  picture: ReactNode
  text: string
  action?: ReactNode
}) {
  return (
    <Stack align="center" py="xl" gap="md">
      {picture}
      <Text size="lg" ta="center">
        {text}
      </Text>
      {action}
    </Stack>
  )
}

export function Skeletons({ count = 4, height = 72 }: { count?: number; height?: number }) {
  return (
    <Stack role="group" aria-busy="true" aria-label="Loading">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height={height} radius="md" />
      ))}
    </Stack>
  )
}
