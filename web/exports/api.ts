import { type ExportFormat, exportFormats } from '#contract/exports.ts'
import { type Endpoint, type EndpointInput, toUrl } from '#contract/kit/endpoint.ts'
import { requestTimeoutMs } from '#contract/limits/limits.ts'
import {
  ApiError,
  genericErrorMessage,
  isTimeout,
  timeoutMessage,
  toError,
} from '#web/kit/api/call-api.ts'
import { sendRequest, toHeaders, waitWhileLeaving } from '#web/kit/api/request.ts'
import { getToken } from '#web/kit/api/session.ts'
import type { MenuEntry } from '#web/kit/page/header/page-menu-list.tsx'
import {
  toastProgress,
  toastServerErrorMessage,
  toastSuccess,
} from '#web/kit/page/overlays/toast.ts'
import { saveFile } from '#web/kit/page/save-file.ts'

type Query = Record<string, string | undefined>

/**
 * The entries of a list's menu that export it in each format, with the filters that are shown.
 * `what` names the list where the screen has others.
 */
export function getExportEntries(
  endpoints: Record<ExportFormat, Endpoint>,
  query: Query,
  what = '',
): MenuEntry[] {
  return exportFormats.map((format) => ({
    label: ['Export', what, 'as', format.toUpperCase()].filter(Boolean).join(' '),
    onClick: () => exportList(endpoints[format], query),
  }))
}

/** Downloads a file, and says so while it runs, when it is saved and if it fails. */
export async function exportList(endpoint: Endpoint, query: Query): Promise<void> {
  const hideProgress = toastProgress('Exporting…')
  try {
    const { content, name } = await fetchExport(endpoint, query)
    saveFile(content, { name, type: content.type })
    toastSuccess(`Saved as ${name}`)
  } catch (error) {
    toastServerErrorMessage(error)
  } finally {
    hideProgress()
  }
}

/**
 * Downloads the file that a call replies with, and its name. It must begin within the time of every
 * call, and may then take as long as it needs. Raises errors as `callApi` does.
 */
async function fetchExport<E extends Endpoint>(
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
