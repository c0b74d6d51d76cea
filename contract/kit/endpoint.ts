import { z } from 'zod'
import { listLimitMax } from '#contract/limits.ts'
import { type Ability, type abilities, basePath, type Role } from '#contract/roles.ts'
import type { Refusal } from './refusal.ts'

type Nothing = z.ZodObject<Record<never, never>>

/**
 * One call, described once: the server validates with it, the page takes its types and messages
 * from it, and the OpenAPI page is made from it.
 */
export type Endpoint<
  R extends Role | null = Role | null,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** The full path as it is on the wire, parameters written `:name`. */
  path: string
  /** Whose session the call needs; null for a call that anyone can make. */
  role: R
  /** What the role must be able to do; null for a call that anyone can make. */
  may: Ability | null
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** The body may also come wrapped in an object under this name. */
  bodyIn?: string
  /** How large the body may be, where that is more than usual. */
  bodyMaxBytes?: number
  reply: Reply
  refuses: Refusal[]
}

type Shape<Params, Query, Body, Reply> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** The path below the role's base path. */
  path: string
  summary: string
  params?: Params
  query?: Query
  body?: Body
  bodyIn?: string
  bodyMaxBytes?: number
  reply: Reply
  refuses?: Refusal[]
}

/** The role must be one of those that have the ability. */
type Caller<R extends Role, A extends Ability> = {
  role: R & (typeof abilities)[A][number]
  may: A
}

/** Describes a call that needs a session of `role`. */
export function endpoint<
  R extends Role,
  A extends Ability,
  Reply extends z.ZodType,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(
  shape: Shape<Params, Query, Body, Reply> & Caller<R, A>,
): Endpoint<R, Params, Query, Body, Reply> {
  return { ...shape, path: basePath[shape.role] + shape.path, refuses: shape.refuses ?? [] }
}

/** Describes a call that anyone can make; `under` is the role whose base path it stands below. */
export function publicEndpoint<
  Reply extends z.ZodType,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
>(
  under: Role,
  shape: Shape<Params, Query, Body, Reply>,
): Endpoint<null, Params, Query, Body, Reply> {
  const path = basePath[under] + shape.path
  return { ...shape, path, role: null, may: null, refuses: shape.refuses ?? [] }
}

/** What every list takes: how many, and where the page before it ended. */
const pageShape = {
  limit: z.coerce.number().int().min(1).max(listLimitMax).default(listLimitMax),
  cursor: z.string().max(1000).optional(),
}
export type PageRequest = { limit: number; cursor?: string | undefined }

/** What a list is put in order by: a column's name, with a '-' before it the other way round. */
export type SortBy<Column extends string> = Column | `-${Column}`

/** The `sort` of a list, by these of its columns; without it the list has its own order. */
export function sortBy<const Column extends string>(columns: readonly Column[]) {
  return z.enum(columns.flatMap((column): SortBy<Column>[] => [column, `-${column}`])).optional()
}

/** Describes a list: a bare array, a page at a time, the next page in the `Link` header. */
export function listEndpoint<
  R extends Role,
  A extends Ability,
  Item extends z.ZodType,
  Params extends z.ZodType = Nothing,
  Query extends z.ZodRawShape = Record<never, never>,
>(
  shape: Omit<
    Shape<Params, never, never, Item>,
    'method' | 'query' | 'body' | 'bodyIn' | 'bodyMaxBytes' | 'reply'
  > &
    Caller<R, A> & { query?: Query; item: Item },
) {
  const { item, query, ...rest } = shape
  return {
    ...endpoint({
      ...rest,
      method: 'GET',
      query: z.object({ ...(query ?? ({} as Query)), ...pageShape }),
      reply: z.array(item),
    }),
    isList: true as const,
  }
}

/** What a client sends with a call. */
export type EndpointInput<E> =
  E extends Endpoint<Role | null, infer Params, infer Query, infer Body, z.ZodType>
    ? { params: z.input<Params>; query: z.input<Query>; body: z.input<Body> }
    : never

/** The query of a call, as the server has read it. */
export type EndpointQuery<E extends { query?: z.ZodType }> = z.output<NonNullable<E['query']>>

/** What a call answers. */
export type EndpointReply<E extends Endpoint> = z.output<E['reply']>

/** The address of a call: its path with the parameters filled in, and the query behind it. */
export function toUrl(
  { path }: Pick<Endpoint, 'path'>,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const asked = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) asked.set(name, String(value))
  }
  return asked.size > 0 ? `${filled}?${asked}` : filled
}
