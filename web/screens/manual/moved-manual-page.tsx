import { Navigate, useLocation, useParams } from 'react-router'
import { findMovedPath } from '#contract/kit/moved-manual.ts'
import { NoManualPage } from './no-manual-page.tsx'

/** Leads from an address that a page of the manual had before to its heading of now. */
export function MovedManualPage() {
  const { page = '' } = useParams()
  const { hash } = useLocation()
  // Addresses ended in .md when the server answered them with the text alone.
  const to = findMovedPath(page.replace(/\.md$/, ''), hash)
  if (to !== undefined) return <Navigate to={to} replace />
  return <NoManualPage />
}
