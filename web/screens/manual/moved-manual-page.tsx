import { Navigate, useLocation, useParams } from 'react-router'
import { findManualRedirect } from '#contract/kit/manual-redirects.ts'
import { NoManualPage } from './no-manual-page.tsx'

/** Redirects a page's former path to its current heading. */
export function MovedManualPage() {
  const { page = '' } = useParams()
  const { hash } = useLocation()
  // Paths ended in .md when the server answered them with plain text.
  const to = findManualRedirect(page.replace(/\.md$/, ''), hash)
  if (to !== undefined) return <Navigate to={to} replace />
  return <NoManualPage />
}
