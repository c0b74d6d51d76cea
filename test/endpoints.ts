import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '#contract/kit/endpoint.ts'

const contract = join(import.meta.dirname, '../contract')
const files = globSync('**/!(*.test).ts', { cwd: contract }).toSorted()
const rooms: object[] = await Promise.all(files.map((file) => import(join(contract, file))))

/** The name of a call in tests and on the wire, such as `PUT /advisor/book-slot`. */
export const getEndpointName = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) =>
  `${method} ${path}`

/** All calls of the contract by name. */
export const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  rooms
    .flatMap((room) => Object.values(room))
    .flatMap(endpointsIn)
    .map((one) => [getEndpointName(one), one]),
)

/** A single endpoint, or an object with one for each role. */
function endpointsIn(value: unknown): Endpoint[] {
  if (typeof value !== 'object' || value === null) return []
  if (isEndpoint(value)) return [value]
  return Object.values(value).filter(isEndpoint)
}

function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['method', 'path', 'reply', 'refuses'].every((name) => name in value)
  )
}

/** Whether a call returns a paginated list. */
export function isList(endpoint: Endpoint): boolean {
  return 'isList' in endpoint
}
