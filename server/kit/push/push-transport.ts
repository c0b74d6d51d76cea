import { createPostTransport, isPublicUrl, type PostTransport } from '#server/kit/outbound/post.ts'

/** Creates a transport to push services. Endpoints at `testOrigin` are exempt from its rules. */
export function createPushTransport(testOrigin: string | undefined): PostTransport {
  return createPostTransport({ testOrigin, mayPost: isPushable })
}

/** Whether a URL can belong to a push service. Its name is resolved only when connecting. */
export function isPushable(url: URL): boolean {
  return isPublicUrl(url) && url.port === ''
}
