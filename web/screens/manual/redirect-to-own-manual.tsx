import { Navigate } from 'react-router'
import { getManualPath } from '#contract/kit/manual.ts'
import { getReaderRole } from './reader-role.ts'

export function RedirectToOwnManual() {
  return <Navigate to={getManualPath(`guide/${getReaderRole()}`)} replace />
}
