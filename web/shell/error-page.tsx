import { useRouteError } from 'react-router'
import styles from './error-page.module.css'
import { sentenceOf } from './error-sentence.ts'

/**
 * The last screen: something broke where nothing caught it (specification, section 8). It stands
 * without the component library, which may be what broke.
 */
export function ErrorPage() {
  const error = useRouteError()
  return (
    <main className={styles.page}>
      <h1>Unexpected Application Error!</h1>
      <p>{sentenceOf(error)}</p>
      <p>
        <a href="/">Go to the start page</a>
      </p>
      {error instanceof Error && error.stack && <pre className={styles.stack}>{error.stack}</pre>}
    </main>
  )
}
