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
import { pagePaths } from '#contract/kit/page-paths.ts'
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
 * Shows what a call answered; until then a skeleton, and when it failed why, and a retry. While it
 * is not `ready` the answer waits for something else, without which it would look different.
 */
export function Loaded<T>({
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
  // Drawn in small steps between which the browser can do other things.
  const data = useDeferredValue(ready ? query.data : undefined)
  if (data !== undefined) return children(data)
  if (query.error) return <Failed error={query.error} retry={query.refetch} />
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

/** Whether the list around goes on after what is known of it. */
const HasMoreContext = createContext(false)

/** The same for what shows its rows: how many there are in all is not known then. */
export function useHasMore(): boolean {
  return useContext(HasMoreContext)
}

/**
 * The four states of a list: loading, failed, empty, full with a way to more. With `infinite`, for
 * the last list of a screen, it scrolls infinitely: more comes by itself as its end comes near.
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
    <Loaded query={{ ...list, data: list.items }} skeleton={skeleton} ready={ready}>
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
    </Loaded>
  )
}

function ShowMore<T>({ list, byItself }: { list: List<T>; byItself: boolean }) {
  const button = useRef<HTMLButtonElement>(null)
  const { items, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  // What has failed is tried again by the button alone.
  const isWatching = byItself && !isFetchingNextPage && !isFetchNextPageError

  // Looks anew after each page: one can come before it was drawn that it is on its way.
  useEffect(() => {
    const end = button.current
    if (!items || !isWatching || !end) return
    let isOver = false
    const fetchIfNear = async (seen: IntersectionObserverEntry[]) => {
      if (!seen.at(-1)?.isIntersecting) return
      await fetchNextPage()
      if (isOver) return
      // No page came, as all was asked for again at the same moment: this has not been drawn.
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
      // What comes is put before it: the page stays at the rows, not at the button.
      style={{ alignSelf: 'center', overflowAnchor: 'none' }}
    >
      Show more
    </Button>
  )
}

/** An end is near when it is less than a screen away. */
const screenAhead = '100% 0px'

/** What happened, in the server's words where it said any, and a way to try again or home. */
export function Failed({ error, retry }: { error: Error; retry: () => unknown }) {
  const said = error instanceof ApiError ? error.serverMessage : undefined
  const role = useRole()
  if (error instanceof ApiError && error.status === notFound.status) {
    const home = (
      <Button component={Link} to={pagePaths.home(role)}>
        Go to Home
      </Button>
    )
    return <Empty picture={<Signpost />} text={said ?? notFound.message} action={home} />
  }
  const advice = getErrorAdvice(error)
  return (
    // So far down that the button stands below the toast that says the same (layout.module.css).
    <Stack align="center" pt={96} pb="xl" role="alert">
      <Text fw={600}>{said ?? 'This could not be loaded'}</Text>
      {advice && <Text c="dimmed">{advice}</Text>}
      <Button variant="default" onClick={() => retry()}>
        Try again
      </Button>
    </Stack>
  )
}

/** An empty list: a drawing, one sentence, and one button that helps. */
export function Empty({
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

/** Bars in the shape of a list that is on its way. */
export function Skeletons({ count = 4, height = 72 }: { count?: number; height?: number }) {
  return (
    <Stack role="group" aria-busy="true" aria-label="Loading">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height={height} radius="md" />
      ))}
    </Stack>
  )
}
