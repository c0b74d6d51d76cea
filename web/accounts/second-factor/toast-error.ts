import { ApiError } from '#web/kit/api/call-api.ts'
import { toastServerMessage } from '#web/kit/page/overlays/toast.ts'

/** Awaits a change; shows a toast for failures that no field of the form shows. */
export async function toastErrorUnlessShown<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    const isBeside = error instanceof ApiError && Object.keys(error.errors).length > 0
    if (!isBeside) toastServerMessage(error)
    throw error
  }
}
