import { type Endpoint, type EndpointInput, toUrl } from '#contract/kit/endpoint.ts'
import { requestTimeoutMs } from '#contract/limits/limits.ts'
import { ApiError, genericErrorMessage, isTimeout, timeoutMessage, toError } from './call-api.ts'
import { sendRequest, toHeaders, waitWhileLeaving } from './request.ts'
import { getToken } from './session.ts'

/**
 * Downloads the file that a call replies with, and its name. It must begin within the time of every
 * call, and may then take as long as it needs. Raises errors as `callApi` does.
 */
export async function fetchExport<E extends Endpoint>(
  endpoint: E,
  query: Partial<EndpointInput<E>['query']> = {},
): Promise<{ content: Blob; name: string }> {
  const token = endpoint.role && getToken(endpoint.role)
  const control = new AbortController()
  const late = setTimeout(
    () => control.abort(new DOMException(timeoutMessage, 'TimeoutError')),
    requestTimeoutMs,
  )
  try {
    const { response } = await sendRequest(toUrl(endpoint, {}, query), {
      headers: toHeaders(token),
      signal: control.signal,
    })
    if (!response.ok) throw toError(endpoint, token, response.status, await response.json())
    clearTimeout(late)
    return { content: await response.blob(), name: getFileName(response) }
  } catch (error) {
    if (error instanceof ApiError) throw error
    if (!isTimeout(error)) await waitWhileLeaving()
    throw new ApiError(isTimeout(error) ? timeoutMessage : genericErrorMessage)
  } finally {
    clearTimeout(late)
  }
}

function getFileName({ headers }: Response): string {
  return headers.get('content-disposition')?.match(/filename="(.+)"/)?.[1] ?? ''
}
