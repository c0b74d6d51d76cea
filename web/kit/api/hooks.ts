import {
  type InfiniteData,
  keepPreviousData,
  QueryCache,
  QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import type { z } from 'zod'
import type { Endpoint, EndpointInput, EndpointReply } from '#contract/kit/endpoint.ts'
import { notFound, tooBusy } from '#contract/kit/refusal.ts'
import { secondMs } from '#contract/kit/time/durations.ts'
import {
  automaticRetries,
  listLimitMax,
  pageSize,
  retryAfterSeconds,
} from '#contract/limits/limits.ts'
import { toastFailure, toastServerErrorMessage } from '../page/overlays/toast.ts'
import { ApiError, type ApiReply, callApi, SessionEndedError } from './call-api.ts'
import { isRefusedWith } from './error-messages.ts'
import { logFailure } from './log-failure.ts'
import { onSessionEnd } from './session.ts'

/** Long enough to find a screen unchanged after a long review. */
const cacheMs = 60 * 60_000

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta, state }) => {
      // The session has ended: the login that replaces the screen says enough.
      if (meta?.once || error instanceof SessionEndedError) return
      if (meta?.onlyLogged) return logFailure('a call failed', error)
      const isNotFound = error instanceof ApiError && error.status === notFound.status
      // The screen shows the error itself: it had no data yet, or it handles 404s.
      if (isNotFound && (state.data === undefined || meta?.handlesNotFound)) return
      // The reader has lost access to data on the screen: the server's message explains that best.
      if (isNotFound) toastServerErrorMessage(error)
      else toastFailure(error)
    },
  }),
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < automaticRetries && isRefusedWith(error, tooBusy),
      retryDelay: retryAfterSeconds * secondMs,
      staleTime: 10_000,
      gcTime: cacheMs,
      // Offline, a screen says that it failed, instead of waiting for ever.
      networkMode: 'always',
    },
    // Offline, a change fails at once and says so; it is never sent later without being asked for.
    mutations: { networkMode: 'always' },
  },
})

// One person's data must not be shown to the next. The login's own calls come after this.
onSessionEnd(() => queryClient.clear())

function getKey<E extends Endpoint>(endpoint: E, input: Partial<EndpointInput<E>>) {
  return [endpoint.path, input.params ?? null, input.query ?? null]
}

/**
 * Calls an endpoint, and caches and refreshes its reply; `enabled: false` waits. A failure shows a
 * toast; with `onlyLogged` it is only logged, and the screen shows it where the data would be. With
 * `once` the reply is kept as long as the screen is open, and a failure shows no toast. With
 * `handlesNotFound` the screen itself says that the data is no longer accessible.
 */
export function useApiQuery<E extends Endpoint>(
  endpoint: E,
  input: Partial<EndpointInput<E>> = {},
  { enabled = true, onlyLogged = false, once = false, handlesNotFound = false } = {},
) {
  return useQuery({
    queryKey: getKey(endpoint, input),
    queryFn: async ({ signal }) => (await callApi(endpoint, input, { signal })).data,
    enabled,
    ...(once ? { staleTime: 'static' as const } : {}),
    meta: { onlyLogged, once, handlesNotFound },
  })
}

type List = Endpoint<
  Endpoint['role'],
  z.ZodType,
  z.ZodType<{ limit: number; cursor?: string | undefined }>,
  z.ZodType,
  z.ZodArray<z.ZodType>
>

/** The filters of a list: the contract's names, with texts that the server validates. */
type Filter<E extends List> = Partial<Record<keyof EndpointInput<E>['query'], unknown>>

/** The return value of `usePaginatedList` for an endpoint. */
export type PaginatedList<E extends List> = ReturnType<typeof usePaginatedList<E>>

type ListPage<T> = ApiReply<T[]>
type PageParam = { limit: number; cursor: string | undefined }

/**
 * A paginated list: the `items` so far, and `fetchNextPage` while `hasNextPage`. A refetch asks for
 * as many items as are shown, in as few calls as the server allows. With `keepPrevious` the old
 * items stay until those of a changed filter arrive.
 */
export function usePaginatedList<E extends List>(
  endpoint: E,
  { params, query }: { params?: Record<string, string>; query?: Filter<E> } = {},
  { enabled = true, keepPrevious = false } = {},
) {
  type Item = z.output<E['reply']>[number]
  const client = useQueryClient()
  const queryKey = [endpoint.path, params ?? null, query ?? null, 'pages']
  const shown = () => client.getQueryData<InfiniteData<ListPage<Item>>>(queryKey)?.pages ?? []

  // Destructured, so that other changes such as `isFetching` do not render the list again.
  const {
    data,
    error,
    isPending,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
  } = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam: { limit, cursor } }): Promise<ListPage<Item>> => {
      const isFirst = cursor === undefined
      const asked = isFirst ? wholePages(countItems(shown())) : limit
      const input = { params, query: { ...query, limit: asked, cursor } }
      // Lists take their filters as text; the server validates them by the endpoint's schema.
      return callApi(endpoint, input as Partial<EndpointInput<E>>, { signal })
    },
    initialPageParam: { limit: pageSize, cursor: undefined } as PageParam,
    getNextPageParam: ({ next: cursor }, pages) => {
      if (cursor === undefined) return undefined
      const known = shown()
      // Either the next page is fetched, or the shown pages are fetched again and keep their end.
      if (pages === known) return { limit: pageSize, cursor }
      const missing = countItems(known) - countItems(pages)
      return missing > 0 ? { limit: wholePages(missing), cursor } : undefined
    },
    enabled,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
  const pages = data?.pages
  const items = useMemo(() => pages?.flatMap((page) => page.data), [pages])
  return {
    items,
    error,
    isPending,
    refetch,
    hasNextPage,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
  }
}

/** A whole list, in as few calls as the server allows. For lists that are rendered completely. */
export function useWholeList<E extends List>(
  endpoint: E,
  { query }: { query?: Filter<E> } = {},
  { enabled = true } = {},
) {
  type Item = z.output<E['reply']>[number]
  return useQuery({
    queryKey: [endpoint.path, null, query ?? null, 'whole'],
    queryFn: async ({ signal }): Promise<Item[]> => {
      const items: Item[] = []
      let cursor: string | undefined
      do {
        const input = { query: { ...query, limit: listLimitMax, cursor } }
        // As in `usePaginatedList`: the server validates the filters.
        const page: ListPage<Item> = await callApi(endpoint, input as Partial<EndpointInput<E>>, {
          signal,
        })
        items.push(...page.data)
        cursor = page.next
      } while (cursor !== undefined)
      return items
    },
    enabled,
  })
}

function countItems(pages: ListPage<unknown>[]): number {
  return pages.reduce((sum, { data }) => sum + data.length, 0)
}

/** The limit for a call that fetches this many items: whole pages, at most what one call allows. */
function wholePages(count: number): number {
  return Math.min(Math.max(Math.ceil(count / pageSize), 1) * pageSize, listLimitMax)
}

/**
 * A call that changes data. It is idempotent: a retry after a missing reply sends the same key, so
 * that the change is not made twice. Within a session everything on the screen is refetched
 * afterwards.
 */
export function useApiMutation<E extends Endpoint>(
  endpoint: E,
  /** Wraps the call, for work that must be done before anything is refetched. */
  around: (change: () => Promise<EndpointReply<E>>) => Promise<EndpointReply<E>> = (change) =>
    change(),
) {
  const client = useQueryClient()
  const unanswered = useRef<{ asked: string; idempotencyKey: string }>(undefined)
  return useMutation({
    mutationFn: async (input: Partial<EndpointInput<E>>) => {
      const asked = JSON.stringify([endpoint.path, input])
      const same = unanswered.current?.asked === asked ? unanswered.current : undefined
      const idempotencyKey = same?.idempotencyKey ?? makeIdempotencyKey()
      unanswered.current = { asked, idempotencyKey }
      try {
        const data = await around(
          async () => (await callApi(endpoint, input, { idempotencyKey })).data,
        )
        unanswered.current = undefined
        return data
      } catch (error) {
        // Without a message from the server it is unknown whether the change was made.
        if (error instanceof ApiError && error.serverMessage !== undefined)
          unanswered.current = undefined
        throw error
      }
    },
    // A call without a session comes from a mail's link, which it may have used up: what was
    // fetched with that link cannot be fetched again, and the screen shows nothing else.
    onSuccess: () => (endpoint.role === null ? undefined : client.invalidateQueries()),
  })
}

/** Unlike `randomUUID` this also works on a page without TLS. */
export function makeIdempotencyKey(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
}
