import { ApiError } from '#web/kit/api/call-api.ts'
import { toastServerMessage } from '#web/kit/page/overlays/toast.ts'

/** Waits for a change; a failure that belongs to no field of the form is told by a toast. */
export async function toastErrorUnlessShown<T>(change: Promise<T>): Promise<T> {
  try {
    return await change
  } catch (error) {
    const isBeside = error instanceof ApiError && Object.keys(error.errors).length > 0
    if (!isBeside) toastServerMessage(error)
    throw error
  }
}
