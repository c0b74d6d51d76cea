const messages: Record<string, string> = {
  NotAllowedError:
    'The camera and microphone are blocked. Allow both for this page in your browser’s settings, then try again.',
  NotFoundError: 'No camera or microphone was found. Connect one, then try again.',
  NotReadableError:
    'The camera or microphone is in use by another app. Close that app, then try again.',
}
messages.SecurityError = messages.NotAllowedError ?? ''
messages.AbortError = messages.NotReadableError ?? ''

/** Shown where browsers give no access to devices because the page is not secure. */
export const insecurePageMessage =
  'Browsers only allow the camera and microphone on https addresses. Ask your school for its https address.'

/** Shown in browsers without WebRTC. */
export const callsUnsupportedMessage =
  'This browser cannot hold calls. Open this page in Firefox, Chrome, Edge or Safari.'

/** Why camera or microphone are not available, and what to do about it. */
export function formatDeviceError(error: unknown): string {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  return messages[name] ?? 'The camera or microphone could not be started. Try again.'
}
