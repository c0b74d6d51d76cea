import { ApiError } from '#web/kit/api/call-api.ts'
import { toastServerErrorMessage } from '#web/kit/page/overlays/toast.ts'

/** Shows a toast for a failure that no field of the form shows. */
export function toastErrorUnlessShown(error: unknown): void {
  const isBeside = error instanceof ApiError && Object.keys(error.errors).length > 0
  if (!isBeside) toastServerErrorMessage(error)
}
