import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { listAuditLog } from '#contract/audit/audit.ts'
import type { PersonDetails } from '#contract/people/people.ts'
import { AuditEntries } from '#web/audit/audit-entries.tsx'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import { Empty, Loaded, Skeletons } from '#web/kit/page/states.tsx'
import { EmptyTray } from '#web/kit/ui/drawings/empty-tray.tsx'
import { paths } from '#web/paths.ts'
import { useSchoolZone } from '#web/school/api.ts'

/** The number of lines shown; the audit log has the others. */
const latest = 20

/** The latest changes of a person and their reviews, and the way to what they changed themselves. */
export function PersonChanges({ person: { _id: person, email } }: { person: PersonDetails }) {
  const timeZone = useSchoolZone()
  return (
    <>
      <Loaded
        query={useApiQuery(listAuditLog, { query: { person, limit: latest } })}
        skeleton={<Skeletons count={4} height={44} />}
      >
        {(lines) =>
          lines.length === 0 ? (
            <Empty picture={<EmptyTray />} text="No changes yet." />
          ) : (
            <AuditEntries lines={lines} timeZone={timeZone} />
          )
        }
      </Loaded>
      <Anchor component={Link} to={paths.auditLog(email)} underline="always">
        See all changes of and by this person in the audit log
      </Anchor>
    </>
  )
}
