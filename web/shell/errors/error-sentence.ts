import { isRouteErrorResponse } from 'react-router'

/** An error as text: status and text, or its message (specification, section 8). */
export function formatError(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`
  return error instanceof Error ? error.message : String(error)
}
