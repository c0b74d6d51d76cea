import { useRouteError } from 'react-router'
import styles from './broken.module.css'
import { brokenTitle, startPage, toStart } from './broken.ts'
import { sentenceOf } from './error-sentence.ts'

/**
 * The last screen: something broke where nothing caught it (specification, section 8). It stands
 * without the component library, which may be what broke.
 */
export function ErrorPage() {
  const error = useRouteError()
  return (
    <main className={styles.page}>
      <h1>{brokenTitle}</h1>
      <p>{sentenceOf(error)}</p>
      <p>
        <a href={startPage()}>{toStart}</a>
      </p>
      {error instanceof Error && error.stack && <pre className={styles.stack}>{error.stack}</pre>}
    </main>
  )
}
