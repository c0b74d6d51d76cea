import { isPublicUrl } from '#server/kit/outbound/client.ts'
import { createPostTransport, type PostTransport } from '#server/kit/outbound/post.ts'

/** Creates a transport to push services. Endpoints at `testOrigin` are exempt from its rules. */
export function createPushTransport(testOrigin: string | undefined): PostTransport {
  return createPostTransport({ testOrigin, mayAsk: canBePushServiceUrl })
}

/** Whether a URL can belong to a push service. Its name is resolved only when connecting. */
export function canBePushServiceUrl(url: URL): boolean {
  return isPublicUrl(url) && url.port === ''
}
