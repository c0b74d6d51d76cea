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
import type { Endpoint, InputOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { notFound, tooBusy } from '#contract/kit/refusal.ts'
import { secondMs } from '#contract/kit/time/time.ts'
import { busyRetries, busyRetrySeconds, listMax, pageSize } from '#contract/limits.ts'
import { toastFailure, toastServerMessage } from '../page/overlays/toast.ts'
import { ApiError, type ApiReply, callApi, SessionEndedError } from './call-api.ts'
import { isRefusedWith } from './error-messages.ts'
import { logFailure } from './log-failure.ts'
import { onSessionEnd } from './session.ts'

/** Who comes back to a screen finds it as it was, also after a review that has taken its time. */
const cacheMs = 60 * 60_000

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta, state }) => {
      // Where the session is over, the login that takes the place of the screen says all.
      if (meta?.once || error instanceof SessionEndedError) return
      if (meta?.onlyLogged) return logFailure('a call failed', error)
      const isNowhere = error instanceof ApiError && error.status === notFound.status
      // The screen says so itself, where it had nothing to show yet or tells what became of it.
      if (isNowhere && (state.data === undefined || meta?.handlesNotFound)) return
      // What is on the screen is theirs no longer: the server says so better than a plain failure.
      if (isNowhere) toastServerMessage(error)
      else toastFailure(error)
    },
  }),
  defaultOptions: {
    queries: {
      retry: (failures, error) => failures < busyRetries && isRefusedWith(error, tooBusy),
      retryDelay: busyRetrySeconds * secondMs,
      staleTime: 10_000,
      gcTime: cacheMs,
    },
    // Without a line a change fails at once and says so, and is not made later, unasked.
    mutations: { networkMode: 'always' },
  },
})

// What one person was shown is not for the next, and the login's own calls come after this.
onSessionEnd(() => queryClient.clear())

function getKey<E extends Endpoint>(endpoint: E, input: Partial<InputOf<E>>) {
  return [endpoint.path, input.params ?? null, input.query ?? null]
}

/**
 * What one call answers, kept and refreshed; `enabled: false` waits. A failure is told by a toast,
 * or with `onlyLogged` by its place on the screen alone. With `once` the answer holds for as long
 * as the screen is there, and a failure is told by its place alone. With
 * `handlesNotFound` the screen itself says that what it shows is not theirs any more.
 */
export function useApiQuery<E extends Endpoint>(
  endpoint: E,
  input: Partial<InputOf<E>> = {},
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

/** What a list is narrowed to: the contract's names, and texts that its schema judges on the server. */
type Filter<E extends List> = Partial<Record<keyof InputOf<E>['query'], unknown>>

/** What `usePaginatedList` answers of an endpoint. */
export type PaginatedList<E extends List> = ReturnType<typeof usePaginatedList<E>>

type ListPage<T> = ApiReply<T[]>
type PageParam = { limit: number; cursor: string | undefined }

/**
 * A list, a page at a time: `items` so far, and `fetchNextPage` while `hasNextPage`. Asked again,
 * it is asked for as many as are shown, in as few calls as the server allows. With `keepPrevious`
 * the old items stay until those of a changed filter are there.
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

  // Taken one by one: what is left out, as that it is being asked again, does not draw the list anew.
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
      // Lists take their filters as text; the endpoint's schema judges them on the server.
      return callApi(endpoint, input as Partial<InputOf<E>>, { signal })
    },
    initialPageParam: { limit: pageSize, cursor: undefined } as PageParam,
    getNextPageParam: ({ next: cursor }, pages) => {
      if (cursor === undefined) return undefined
      const known = shown()
      // Either what is shown goes on, or it is being asked for again and has its end.
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

/** The whole of a list, in as few calls as the server allows: for what is drawn at once. */
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
        const input = { query: { ...query, limit: listMax, cursor } }
        // As in `usePaginatedList`: the endpoint's schema judges them on the server.
        const page: ListPage<Item> = await callApi(endpoint, input as Partial<InputOf<E>>, {
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

/** How many to ask for to have so many: whole pages, as far as one call can give them. */
function wholePages(count: number): number {
  return Math.min(Math.max(Math.ceil(count / pageSize), 1) * pageSize, listMax)
}

/**
 * A call that changes something, idempotent: pressed again after no reply came, it goes out under
 * the same key, and what was done the first time is not done twice. In a session whatever is on the
 * screen is asked for again afterwards, so that no screen shows what was.
 */
export function useApiMutation<E extends Endpoint>(
  endpoint: E,
  /** Stands around the call, for what must be done before anything is asked again. */
  around: (change: () => Promise<ReplyOf<E>>) => Promise<ReplyOf<E>> = (change) => change(),
) {
  const client = useQueryClient()
  const unanswered = useRef<{ asked: string; idempotencyKey: string }>(undefined)
  return useMutation({
    mutationFn: async (input: Partial<InputOf<E>>) => {
      const asked = JSON.stringify([endpoint.path, input])
      const same = unanswered.current?.asked === asked ? unanswered.current : undefined
      const idempotencyKey = same?.idempotencyKey ?? newKey()
      unanswered.current = { asked, idempotencyKey }
      try {
        const data = await around(
          async () => (await callApi(endpoint, input, { idempotencyKey })).data,
        )
        unanswered.current = undefined
        return data
      } catch (error) {
        // Without the server's own words nobody knows whether it was done.
        if (error instanceof ApiError && error.serverMessage !== undefined)
          unanswered.current = undefined
        throw error
      }
    },
    // A call without a session comes by a link from a mail, which it may have spent: nothing that
    // was asked with that link can be asked again, and nothing else is on the screen.
    onSuccess: () => (endpoint.role === null ? undefined : client.invalidateQueries()),
  })
}

/** Unlike `randomUUID` this is there on a page without TLS too. */
function newKey(): string {
  return btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
}
