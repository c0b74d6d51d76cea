import { useRouteError } from 'react-router'
import { formatError } from './error-sentence.ts'
import styles from './start-page-error.module.css'
import { brokenTitle, getStartPath, startLinkText } from './start-page-error.ts'

/**
 * The last screen: something broke where nothing caught it (specification, section 8). It stands
 * without the component library, which may be what broke.
 */
export function ErrorPage() {
  const error = useRouteError()
  return (
    <main className={styles.page}>
      <h1>{brokenTitle}</h1>
      <p>{formatError(error)}</p>
      <p>
        <a href={getStartPath()}>{startLinkText}</a>
      </p>
      {error instanceof Error && error.stack && <pre className={styles.stack}>{error.stack}</pre>}
    </main>
  )
}
