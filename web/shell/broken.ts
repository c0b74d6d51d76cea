import styles from './broken.module.css'

/** The words of the last screen (specification, section 8). */
export const brokenTitle = 'Unexpected Application Error!'
export const toStart = 'Go to the start page'

/** The last screen, where not even what draws screens is there. */
export function showBroken(error: unknown): void {
  const page = document.createElement('main')
  page.className = styles.page ?? ''
  const title = document.createElement('h1')
  title.textContent = brokenTitle
  const sentence = document.createElement('p')
  sentence.textContent = error instanceof Error ? error.message : String(error)
  const start = document.createElement('a')
  start.href = '/'
  start.textContent = toStart
  page.append(title, sentence, start)
  document.body.replaceChildren(page)
}
