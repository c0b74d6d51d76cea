import { Anchor, Group } from '@mantine/core'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { listAuditLog } from '#contract/audit/audit.ts'
import { getPerson, type PersonDetails } from '#contract/people/people.ts'
import { getProgress } from '#contract/progress/progress.ts'
import { type Role, roles } from '#contract/roles.ts'
import { PersonTokens } from '#web/accounts/api-tokens/person-tokens.tsx'
import { BlockLink } from '#web/accounts/block-link.tsx'
import { useLockoutsByPerson } from '#web/accounts/lockouts/use-lockouts-by-person.ts'
import { PersonActions } from '#web/accounts/person-actions.tsx'
import { AuditEntries } from '#web/audit/audit-entries.tsx'
import { EnrolmentButtons } from '#web/enrolment/enrolment-buttons.tsx'
import { EnrolmentNote } from '#web/enrolment/enrolment-note.tsx'
import { useApiQuery } from '#web/kit/api/hooks.ts'
import type { Crumb } from '#web/kit/page/header/breadcrumb.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { EmptyState, LoadedData, Skeletons } from '#web/kit/page/states.tsx'
import { EmptyTray } from '#web/kit/ui/drawings/empty-tray.tsx'
import { paths } from '#web/paths.ts'
import { PersonStates } from '#web/people/person-name.tsx'
import { ErasePersonButton } from '#web/privacy/erase-person.tsx'
import { PersonDataCard } from '#web/privacy/person-data-card.tsx'
import { ConcernCard, MarksAndTimeline } from '#web/progress/marks-and-concerns.tsx'
import { StudentProgressSummary } from '#web/progress/student-progress-summary.tsx'
import { StudentReviews } from '#web/reviews/progress/student-reviews.tsx'
import { useIsZoneFetched, useSchoolZone } from '#web/school/api.ts'
import { blockEffectsByRole } from '../block-effects.tsx'
import { openHandOver } from '../hand-over.tsx'
import { AdvisorPart } from './advisor-part.tsx'
import { ChangeAdvisor } from './change-advisor.tsx'
import { EditPersonButton } from './edit-person.tsx'
import { PersonHeader } from './person-facts.tsx'
import { PersonProfile } from './person-profile.tsx'
import { ReviewerPart } from './reviewer-part.tsx'
import { PersonMails } from './tabs/person-mails.tsx'
import { PersonSessions } from './tabs/person-sessions.tsx'
import { PersonTabs } from './tabs/person-tabs.tsx'
import { UndoRecentAction } from './undo-recent-action.tsx'

const words: Record<Role, { name: string; list: Crumb }> = {
  student: { name: 'Student', list: { label: 'Students', to: paths.studentList } },
  advisor: { name: 'Advisor', list: { label: 'Advisors', to: paths.advisorList } },
  reviewer: { name: 'Reviewer', list: { label: 'Reviewers', to: paths.reviewerList } },
  admin: { name: 'Admin', list: { label: 'Admins', to: paths.adminList } },
}

/** A person as an admin sees them: how they are doing, and what can be done for them. */
export function PersonPage() {
  const { id = '', role } = useParams()
  const [isGone, setGone] = useState(false)
  const query = useApiQuery(getPerson, { query: { id } }, { enabled: !isGone })
  const navigate = useNavigate()
  const person = query.data
  // The path has the role before the person has loaded, so the breadcrumb is there at once.
  const listed = person?.role ?? roles.find((one) => one === role)
  const said = listed && words[listed]
  if (person && role && person.role !== role) {
    return <Navigate to={paths.person(person.role, id)} replace />
  }
  if (isGone) return <Page title={said?.name ?? 'Person'}>{null}</Page>

  /** Rendered before everything on the screen is fetched again, as the person no longer exists. */
  const leave = async ({ role }: PersonDetails) => {
    flushSync(() => setGone(true))
    await navigate(words[role].list.to, { replace: true })
  }

  return (
    <Page
      title={person?.name}
      eyebrow={said?.name ?? 'Person'}
      isNotFound={query.isError && !query.data}
      crumbs={said ? [said.list] : []}
      state={person && <State person={person} />}
      action={person && <Actions person={person} leave={() => leave(person)} />}
    >
      <LoadedData query={query} skeleton={<Skeletons count={6} height={44} />}>
        {(person) => (
          <>
            <PersonHeader person={person} />
            <EnrolmentNote student={person} />
            <Group>
              <EditPersonButton person={person} />
              {person.role === 'student' && (
                <>
                  {!person.finished && <ChangeAdvisor student={person} />}
                  {person.isProfileVerified && <EnrolmentButtons student={person} />}
                </>
              )}
            </Group>
            <UndoRecentAction person={person} />
            <PersonTabs
              key={person._id}
              overview={
                <>
                  <Part person={person} />
                  <PersonProfile person={person} />
                  <PersonDataCard
                    person={person}
                    more={
                      <ErasePersonButton
                        person={person}
                        leave={() => leave(person)}
                        handOver={() => openHandOver(person)}
                      />
                    }
                  />
                </>
              }
              progress={person.role === 'student' && <PersonProgress student={person._id} />}
              mails={<PersonMails person={person} />}
              sessions={
                <>
                  <PersonSessions person={person} />
                  <PersonTokens person={person} />
                </>
              }
              changes={<PersonChanges person={person} />}
            />
          </>
        )}
      </LoadedData>
    </Page>
  )
}

function Part({ person }: { person: PersonDetails }) {
  if (person.role === 'advisor') return <AdvisorPart advisor={person} />
  if (person.role === 'reviewer') return <ReviewerPart reviewer={person} />
  if (person.role === 'admin') return null
  return (
    <>
      <StudentProgressSummary student={person._id} />
      <StudentReviews student={person._id} />
    </>
  )
}

function State({ person }: { person: PersonDetails }) {
  const isLocked = useLockoutsByPerson(person.email).has(person._id)
  return <PersonStates person={person} isLocked={isLocked} saysUnverified />
}

/** The same actions as in the lists. */
function Actions({ person, leave }: { person: PersonDetails; leave: () => Promise<void> }) {
  const { role, email, _id } = person
  const lock = useLockoutsByPerson(email).get(_id)
  return (
    <Group gap={8} wrap="nowrap">
      <BlockLink person={person} listed={role} describeBlock={blockEffectsByRole[role]} isMain />
      <PersonActions person={person} lock={lock} listed={role} onRevoked={leave} />
    </Group>
  )
}

/** A student's reasons for concern, marks and timeline. */
function PersonProgress({ student }: { student: string }) {
  return (
    <LoadedData
      query={useApiQuery(getProgress.admin, { query: { student } })}
      ready={useIsZoneFetched()}
      skeleton={<Skeletons count={2} height={240} />}
    >
      {({ weeks, concern }) => (
        <>
          <ConcernCard concern={concern} />
          <MarksAndTimeline weeks={weeks} viewer="admin" />
        </>
      )}
    </LoadedData>
  )
}

/** The number of lines shown; the audit log has the others. */
const latest = 20

/**
 * The latest changes of a person and their reviews, and the way to what they changed themselves.
 */
function PersonChanges({ person: { _id: person, email } }: { person: PersonDetails }) {
  const timeZone = useSchoolZone()
  return (
    <>
      <LoadedData
        query={useApiQuery(listAuditLog, { query: { person, limit: latest } })}
        skeleton={<Skeletons count={4} height={44} />}
      >
        {(lines) =>
          lines.length === 0 ? (
            <EmptyState picture={<EmptyTray />} text="No changes yet." />
          ) : (
            <AuditEntries lines={lines} timeZone={timeZone} />
          )
        }
      </LoadedData>
      <Anchor component={Link} to={paths.auditLog(email)} underline="always">
        See all changes to and by this person in the audit log
      </Anchor>
    </>
  )
}
