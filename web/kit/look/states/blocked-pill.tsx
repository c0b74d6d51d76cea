import { StatePill } from './state-pill.tsx'

/** Says of somebody that they cannot sign in any more, in the same word wherever they are listed. */
export function BlockedPill() {
  return <StatePill colour="red">Blocked</StatePill>
}
