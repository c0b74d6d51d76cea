import { z } from 'zod'
import { listLimitMax } from '#contract/limits/limits.ts'
import { type Ability, type abilities, basePath, type Role } from '#contract/roles.ts'
import type { Refusal } from './refusal.ts'

type Nothing = z.ZodObject<Record<never, never>>

/**
 * One call, defined once. The server validates with it, the page takes types and messages from it,
 * and the OpenAPI document is generated from it.
 */
export type Endpoint<
  R extends Role | null = Role | null,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH'
  /** The full path, with parameters written `:name`. */
  path: string
  /** The role whose session the call needs; null for a public call. */
  role: R
  /** The ability the role needs; null for a public call. */
  may: Ability | null
  summary: string
  params?: Params
  query?: Query
  body?: Body
  /** The body may also be wrapped in an object under this name. */
  bodyIn?: string
  /** The maximum body size, if larger than the default. */
  bodyMaxBytes?: number
  /** How long the page waits for the reply, if longer than the default. */
  timeoutMs?: number
  reply: Reply
  /** Fields of an error reply besides `message` and `errors`. */
  refusalFields?: z.ZodRawShape
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
  timeoutMs?: number
  reply: Reply
  refusalFields?: z.ZodRawShape
  refuses?: Refusal[]
}

/** Only roles that have the ability. */
type Caller<R extends Role, A extends Ability> = {
  role: R & (typeof abilities)[A][number]
  may: A
}

/** Defines a call that needs a session of `role`. */
export function defineEndpoint<
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

/** Defines a call that needs no session. It is below the base path of `under`. */
export function definePublicEndpoint<
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

/** The pagination parameters of every list. */
const pageShape = {
  limit: z.coerce.number().int().min(1).max(listLimitMax).default(listLimitMax),
  cursor: z.string().max(1000).optional(),
}
export type PageRequest = { limit: number; cursor?: string | undefined }

/** A sort order: a column, with '-' before it for descending. */
export type SortBy<Column extends string> = Column | `-${Column}`

/** The `sort` parameter of a list. Without it, the list has its default order. */
export function makeSortSchema<const Column extends string>(columns: readonly Column[]) {
  return z.enum(columns.flatMap((column): SortBy<Column>[] => [column, `-${column}`])).optional()
}

/** Defines a list: a JSON array, paginated, with the next page in the `Link` header. */
export function defineListEndpoint<
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
    ...defineEndpoint({
      ...rest,
      method: 'GET',
      query: z.object({ ...(query ?? ({} as Query)), ...pageShape }),
      reply: z.array(item),
    }),
    isList: true as const,
  }
}

/** The input of a call, as the client sends it. */
export type EndpointInput<E> =
  E extends Endpoint<Role | null, infer Params, infer Query, infer Body, z.ZodType>
    ? { params: z.input<Params>; query: z.input<Query>; body: z.input<Body> }
    : never

/** The query of a call, as the server has parsed it. */
export type EndpointQuery<E extends { query?: z.ZodType }> = z.output<NonNullable<E['query']>>

export type EndpointReply<E extends Endpoint> = z.output<E['reply']>

/** The URL of a call, with path parameters and query filled in. */
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
