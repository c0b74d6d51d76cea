import { roles } from '#contract/roles.ts'
import { getToken } from '#web/kit/api/session.ts'
import { chunkErrorTexts } from '#web/kit/lazy/chunk-error-texts.ts'
import { ChunkLoadError, fetchIntoCache } from '#web/kit/lazy/import-chunk.ts'
import { isRetryable, loadWithRetry } from '#web/kit/lazy/load-in-background.ts'
import { reloadUnlessRecent } from '#web/kit/lazy/new-version.ts'
import { getRoleForPath, loginPaths } from '#web/kit/page/path-access.ts'
import styles from './start-error.module.css'

/** The texts of the error page (specification, section 8). */
export const errorPageTitle = 'Unexpected Application Error!'
export const startLinkText = 'Go to the start page'

/** The home of a signed-in role, preferably of the current area. */
export function getStartPath(): string {
  const here = getRoleForPath(location.pathname)
  const role = [here, ...roles].find((one) => getToken(one) !== null) ?? here
  return loginPaths.home(role)
}

/** The error page for failures before React has loaded. */
export function showStartError(error: unknown): void {
  if (error instanceof ChunkLoadError) showMissing(error)
  else showError(error)
}

function showError(error: unknown): void {
  const start = document.createElement('a')
  start.href = getStartPath()
  start.textContent = startLinkText
  showPlain(errorPageTitle, error instanceof Error ? error.message : String(error), start)
}

/** The same for missing code: reloads the page as soon as that may help. */
function showMissing(error: ChunkLoadError): void {
  const { title, text } = chunkErrorTexts[error.why]
  if (isRetryable(error.why)) {
    showPlain(title, text)
    const again = () => location.reload()
    loadWithRetry(() => fetchIntoCache(error.file)).then(again, showStartError)
  } else if (reloadUnlessRecent()) {
    showPlain(title, text)
  } else {
    showError(error.cause ?? error)
  }
}

function showPlain(title: string, text: string, ...more: HTMLElement[]): void {
  const page = document.createElement('main')
  page.className = styles.page ?? ''
  const heading = document.createElement('h1')
  heading.textContent = title
  const sentence = document.createElement('p')
  sentence.textContent = text
  page.append(heading, sentence, ...more)
  // React may still load, and looks for its root element.
  const root = Object.assign(document.createElement('div'), { id: 'root' })
  document.body.replaceChildren(page, root)
}
