import type { ApiError } from './call-api.ts'

/** Whether a call may succeed if it is made again: without a reply, or with one of a busy server. */
export const isTemporary = ({ status }: ApiError): boolean =>
  status === 0 || status === 429 || status >= 500
