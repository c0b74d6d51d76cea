import { Navigate } from 'react-router'
import { manualPath } from '#contract/kit/manual.ts'
import { getReaderRole } from './reader-role.ts'

export function RedirectToOwnManual() {
  return <Navigate to={manualPath(`guide/${getReaderRole()}`)} replace />
}
