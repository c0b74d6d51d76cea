import { useRouteError } from 'react-router'
import { formatError } from './error-sentence.ts'
import styles from './start-error.module.css'
import { errorPageTitle, getStartPath, startLinkText } from './start-error.ts'

/**
 * The last resort for errors that nothing else caught (specification, section 8). It does not use
 * the component library, which may be what failed.
 */
export function ErrorPage() {
  const error = useRouteError()
  return (
    <main className={styles.page}>
      <h1>{errorPageTitle}</h1>
      <p>{formatError(error)}</p>
      <p>
        <a href={getStartPath()}>{startLinkText}</a>
      </p>
      {error instanceof Error && error.stack && <pre className={styles.stack}>{error.stack}</pre>}
    </main>
  )
}
