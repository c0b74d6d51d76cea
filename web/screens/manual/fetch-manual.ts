import { getManualMarkdownPath, type ManualPage } from '#contract/kit/manual.ts'
import { requestTimeoutMs } from '#contract/limits/limits.ts'
import { ApiError, genericErrorMessage } from '#web/kit/api/call-api.ts'

/** Fetches a page of the manual as Markdown. Raises ApiError if that fails. */
export async function fetchManual(page: ManualPage, signal: AbortSignal): Promise<string> {
  const timeout = AbortSignal.timeout(requestTimeoutMs)
  const response = await fetch(getManualMarkdownPath(page), {
    signal: AbortSignal.any([signal, timeout]),
  })
  if (!response.ok) throw new ApiError(genericErrorMessage, response.status)
  return response.text()
}
