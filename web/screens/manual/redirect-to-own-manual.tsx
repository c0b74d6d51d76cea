import { Navigate } from 'react-router'
import { manualPath } from '#contract/kit/manual.ts'
import { getReaderRole } from './reader-role.ts'

/** Leads from the manual's own address to the guide of whoever reads. */
export function RedirectToOwnManual() {
  return <Navigate to={manualPath(`guide/${getReaderRole()}`)} replace />
}
